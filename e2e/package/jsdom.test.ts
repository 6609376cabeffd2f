// @vitest-environment jsdom
import { testKitIn } from './test-kit.js';
import { unitTestIn } from './unit-test.js';

unitTestIn('jsdom');
testKitIn('jsdom');
