// @vitest-environment jsdom
import { unitTestIn } from './unit-test.js';

unitTestIn('jsdom');
