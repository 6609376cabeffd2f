import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import english from '../../locales/en.json';

const root = join(import.meta.dirname, '../..');
/** Suffix of the form of a text for a count or a scheme. */
const form = /_(zero|one|two|few|many|other|ACH|BACS|BECS|CH_DD|LSV)$/;

/** Returns the sources of the widget, except `text-keys.ts`, which contains every key but uses none. */
function sources(): { readonly checker: ts.TypeChecker; readonly files: readonly ts.SourceFile[] } {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'src/tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  const isSource = (file: string): boolean =>
    /\/src\/(?!test(?:ing|kit)\/|wrappers\/|i18n\/text-keys\.ts$).+(?<!\.test)\.ts$/.test(file);
  const program = ts.createProgram(config?.fileNames.filter(isSource) ?? [], config?.options ?? {});
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${root}/src/`));
  return { checker: program.getTypeChecker(), files: files.filter(({ fileName }) => isSource(fileName)) };
}

/** Returns the texts that the code can use: string literals, and each value that a template can produce. */
function textsInCode(): ReadonlySet<string> {
  const { checker, files } = sources();
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isStringLiteralLike(node)) found.add(node.text);
    if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) {
      const type = checker.getTypeAtLocation(node);
      for (const each of type.isUnion() ? type.types : [type])
        if (each.isStringLiteral()) found.add(each.value);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return found;
}

it('every text is used', () => {
  const used = textsInCode();
  const keys = Object.keys(english).map((key) => key.replace(form, ''));
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
}, 60_000);
