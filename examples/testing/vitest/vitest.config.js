import { defineConfig } from 'vitest/config';

// The widget retries requests in real time, and some waits in the tests may take up to five seconds.
export default defineConfig({ test: { testTimeout: 30_000 } });
