import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { root } from './root.mjs';

/**
 * @typedef {object} TypeError
 * @property {string} file from the root
 * @property {string} message
 */

/**
 * Type-checks a project as if some of its files had another text; nothing is written.
 * @param {string} project folder of its tsconfig.json, from the root
 * @param {ReadonlyMap<string, string>} texts by path from the root
 * @returns {TypeError[]}
 */
export function typeErrors(project, texts) {
  const configFile = join(root, project, 'tsconfig.json');
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile));
  const host = ts.createCompilerHost(options);
  const replaced = new Map([...texts].map(([path, text]) => [resolve(root, path), text]));
  const { readFile } = host;
  host.readFile = (path) => replaced.get(resolve(path)) ?? readFile(path);
  host.getSourceFile = (path, languageVersion) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, languageVersion);
  };
  return ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options, host)).map((error) => ({
    file: error.file === undefined ? '' : relative(root, error.file.fileName),
    message: ts.flattenDiagnosticMessageText(error.messageText, '\n'),
  }));
}
