/* The kit as a classic script, for programs that drive a page from outside, such as Playwright. */
import * as testing from './index.js';

// Playwright puts a function around what it runs first in a page: a variable would be that function's.
Object.assign(globalThis, { paymentWidgetTesting: testing });
