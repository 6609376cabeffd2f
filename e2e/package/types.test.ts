import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';

const entry = join(root, 'dist/index.d.ts');

/** Library files that every program reads, each parsed once. */
const parsed = new Map<string, ts.SourceFile>();

/** Creates the program of a page that has the package, with one more module. */
function program(text: string): ts.Program {
  const file = join(root, 'e2e/package/page.ts');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    // TypeScript's own files are assumed to be correct; those of the package and its imports are checked.
    skipDefaultLibCheck: true,
    strict: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const disk = ts.createCompilerHost(options);
  host.fileExists = (name) => name === file || disk.fileExists(name);
  host.getSourceFile = (name, language) => {
    if (name === file) return ts.createSourceFile(name, text, language);
    const source = parsed.get(name) ?? disk.getSourceFile(name, language);
    if (source) parsed.set(name, source);
    return source;
  };
  return ts.createProgram([file], options, host);
}

const complaints = (text: string): readonly string[] =>
  ts
    .getPreEmitDiagnostics(program(text))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));

const call = `window.paymentWidget.init({
  userSessionToken: 'a', environment: 'test', countryCode: 'DE', locale: 'de', container: 'payment',
}).destroy(); const version: string = paymentWidget.version; console.log(version);`;

describe('the types of the script', () => {
  it('are available once a page imports them', () => {
    expect(complaints(`import type {} from 'upc-payment-widget/widget.js'; ${call}`)).toEqual([]);
  });

  it('report wrong configurations as type errors', () => {
    const wrong = call.replace("'test'", "'production'");
    expect(complaints(`import 'upc-payment-widget/widget.js'; ${wrong}`)).toEqual([
      expect.stringContaining('"production"'),
    ]);
  });

  it('are not available to a page that imports only the package, which adds no globals', () => {
    expect(complaints(`import { init } from 'upc-payment-widget'; init; ${call}`)).toEqual([
      expect.stringContaining("'paymentWidget'"),
      expect.stringContaining("'paymentWidget'"),
    ]);
    const plain = `import { init } from 'upc-payment-widget'; init;`;
    expect(complaints(`${plain} document.createElement('upc-payment-widget').shadowRoot?.host;`)).toEqual([]);
    expect(complaints(`${plain} const none: HTMLElementTagNameMap['upc-payment-widget'] = 1;`)).toEqual([
      expect.stringContaining('upc-payment-widget'),
    ]);
  });
});

describe('the types of the package', () => {
  const all = program(`export * from 'upc-payment-widget';`);
  const checker = all.getTypeChecker();
  const source = all.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  const exported = module ? checker.getExportsOfModule(module) : [];

  /**
   * Returns the paths of symbols without a description: the symbol itself, and the members of our own types that it
   * uses.
   */
  function undocumented(symbol: ts.Symbol, path: string, seen: Set<ts.Symbol>): readonly string[] {
    if (seen.has(symbol) || !symbol.declarations?.some((place) => place.getSourceFile() === source))
      return [];
    seen.add(symbol);
    const said = symbol.getDocumentationComment(checker).length > 0;
    const type =
      symbol.flags & (ts.SymbolFlags.Value | ts.SymbolFlags.Property) &&
      !(symbol.flags & ts.SymbolFlags.Class)
        ? checker.getTypeOfSymbol(symbol)
        : checker.getDeclaredTypeOfSymbol(symbol);
    const own = checker.getNonNullableType(type);
    const members = own.getCallSignatures().length > 0 || own.isUnion() ? [] : own.getProperties();
    return [
      ...(said ? [] : [path]),
      ...members.flatMap((member) => undocumented(member, `${path}.${member.name}`, seen)),
    ];
  }

  it('are those of the public interface', () => {
    const names = exported.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'init',
        'PaymentWidget',
        'PaymentWidgetConfig',
        'PaymentWidgetError',
        'ErrorCode',
      ]),
    );
    expect(names).not.toContain('ParsedConfig');
  });

  it('describe every exported symbol', () => {
    expect(exported.length).toBeGreaterThan(15);
    const seen = new Set<ts.Symbol>();
    const silent = exported.flatMap((symbol) => undocumented(symbol, symbol.name, seen));
    expect(seen.size).toBeGreaterThan(80);
    // `name` is inherited from Error.
    expect(silent.filter((path) => path !== 'PaymentWidgetError.name')).toEqual([]);
  });
});
