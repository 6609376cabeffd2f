import { tool } from './lib/run.mjs';
import { withWebKit } from './lib/webkit.mjs';

const [program, ...args] = process.argv.slice(2);
if (program === undefined || program === '--help') {
  console.log(
    'node scripts/webkit.mjs <program below node_modules> [arguments]…\n' +
      "Runs a program of the tests with WebKit's driver beside it, such as\n" +
      '  node scripts/webkit.mjs @web/test-runner/dist/bin.js --config src/testing/web-test-runner.webkit.config.js\n' +
      '  node scripts/webkit.mjs vitest/vitest.mjs run --config e2e/webkit/vitest.config.ts',
  );
} else {
  const { code } = await withWebKit((env) => tool(program, args, { env, show: true }));
  process.exitCode = code;
}
