/* The kit as a classic script, for programs that control a page from outside, such as Playwright. */
import * as testing from './index.js';

// Playwright wraps the first script of a page in a function, so a variable would be local to that function.
Object.assign(globalThis, { paymentWidgetTesting: testing });
