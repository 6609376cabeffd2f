// @vitest-environment happy-dom
import { unitTestIn } from './unit-test.js';

unitTestIn('happy-dom');
