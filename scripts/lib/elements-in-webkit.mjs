import { tool } from './run.mjs';
import { withWebKit } from './webkit.mjs';

/**
 * The tests of elements in WebKit.
 * @param {readonly string[]} [files] from the root; none: all
 * @throws as withWebKit
 */
export function testElementsInWebKit(files = []) {
  const args = [
    '--config',
    'web-test-runner.webkit.config.js',
    ...files.flatMap((file) => ['--files', file]),
  ];
  return withWebKit((env) => tool('@web/test-runner/dist/bin.js', args, { env }));
}
