import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from './root.mjs';
import { trackedFiles } from './tracked-files.mjs';

/** Their compilers check them: .oxlintrc.json leaves them out. */
const checkedElsewhere = /^(examples|e2e\/matrix\/consumers\/types)\//;

const tracked = (pattern: string): string[] =>
  trackedFiles([pattern]).filter((file) => !checkedElsewhere.test(file));

const host: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  },
};

/** Files that a project takes in by itself, of its folder and those below it, as paths from the root. */
function taken(config: string): string[] {
  const folder = dirname(config);
  const files = ts.getParsedCommandLineOfConfigFile(join(root, config), {}, host)?.fileNames ?? [];
  return files
    .map((file) => relative(root, file).replaceAll('\\', '/'))
    .filter((file) => folder === '.' || file.startsWith(`${folder}/`));
}

// Oxlint's rules on types find nothing in a file of no project, and say nothing of it.
test('every TypeScript file belongs to a project, of its folder or of one above it', () => {
  const ofProjects = new Set(tracked(':(glob)**/tsconfig.json').flatMap(taken));
  const files = tracked('*.ts');
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => !ofProjects.has(file))).toEqual([]);
});
