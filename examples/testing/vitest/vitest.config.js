import { defineConfig } from 'vitest/config';

// The widget repeats requests in real time; five seconds are as long as some waits of the tests may take.
export default defineConfig({ test: { testTimeout: 30_000 } });
