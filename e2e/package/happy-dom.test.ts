// @vitest-environment happy-dom
import { testKitIn } from './test-kit.js';
import { unitTestIn } from './unit-test.js';

unitTestIn('happy-dom');
testKitIn('happy-dom');
