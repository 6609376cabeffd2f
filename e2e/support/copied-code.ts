import { basename, join } from 'node:path';
import { performCompilation, createCompilerHost, type CompilerOptions } from '@angular/compiler-cli';
import { compile } from 'svelte/compiler';
import ts from 'typescript';
import type { Plugin } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import { bundledPage } from './bundled-page.js';
import { root } from './process.js';

/** A piece of code that the styling page offers: the name of its language or file, and its text. */
export interface CopiedBlock {
  readonly name: string;
  readonly code: string;
}

/** A partner's page: the content of its body, and its script, if that is a separate file. */
export interface CopiedPage {
  readonly body: string;
  readonly script?: string;
}

/** Functions that make a page from the copied code, by the name of the tab. */
export const copiedPages: Readonly<
  Record<string, (blocks: readonly CopiedBlock[]) => CopiedPage | Promise<CopiedPage>>
> = {
  'Script tag': (blocks) => ({ body: codeOf(blocks, 'HTML') }),
  npm: withHtml,
  React: (blocks) =>
    withComponent(
      `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Payment } from './Payment.js';
createRoot(target).render(createElement(Payment, { userSessionToken }));`,
      { 'Payment.js': ['Payment.tsx', codeOf(blocks, 'Payment.tsx')], ...styles(blocks) },
    ),
  Vue: (blocks) =>
    withComponent(
      `import { createApp } from 'vue';
import './Payment.css';
import Payment from './Payment.vue';
createApp(Payment, { userSessionToken }).mount(target);`,
      vueFiles(codeOf(blocks, 'Payment.vue')),
    ),
  Angular: (blocks) =>
    withComponent(
      `import '@angular/compiler';
import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { PageComponent } from './page.component';
target.append(document.createElement('app-page'));
window.userSessionToken = userSessionToken;
bootstrapApplication(PageComponent, { providers: [provideZonelessChangeDetection()] });`,
      angularFiles({
        'payment.component.ts': codeOf(blocks, 'payment.component.ts'),
        'page.component.ts': `import { Component } from '@angular/core';
import { PaymentComponent } from './payment.component';
@Component({ selector: 'app-page', imports: [PaymentComponent], template: ${JSON.stringify(codeOf(blocks, 'template'))} })
export class PageComponent {
  readonly userSessionToken = (window as unknown as { userSessionToken: string }).userSessionToken;
}`,
      }),
    ),
  Svelte: (blocks) =>
    withComponent(
      `import { mount } from 'svelte';
import Payment from './Payment.svelte';
mount(Payment, { target, props: { userSessionToken } });`,
      {
        'Payment.svelte': [
          'Payment.svelte.js',
          compile(codeOf(blocks, 'Payment.svelte'), {
            ...{ generate: 'client', css: 'injected', filename: 'Payment.svelte' },
          }).js.code,
        ],
      },
    ),
  '<upc-payment>': withHtml,
};

/** Files of a page by the name under which they are imported: a name with the right extension, and the content. */
type Files = Readonly<Record<string, readonly [name: string, code: string]>>;

/** Returns the copied code of a name. @throws if none was copied */
function codeOf(blocks: readonly CopiedBlock[], name: string): string {
  const block = blocks.find((one) => one.name === name);
  if (!block) throw new Error(`There is no ${name}, but ${blocks.map((one) => one.name).join(', ')}.`);
  return block.code;
}

async function withHtml(blocks: readonly CopiedBlock[]): Promise<CopiedPage> {
  const css = blocks.filter(({ name }) => name === 'CSS').map(({ code }) => `<style>${code}</style>`);
  return {
    body: `${css.join('')}${codeOf(blocks, 'HTML')}`,
    script: await bundledPage(codeOf(blocks, 'JavaScript')),
  };
}

/** Adds the rest of an application, which requests a session from its backend and mounts the component. */
async function withComponent(mount: string, files: Files): Promise<CopiedPage> {
  const imports = mount.split('\n').filter((line) => line.startsWith('import'));
  const rest = mount.split('\n').filter((line) => !line.startsWith('import'));
  const entry = `${imports.join('\n')}
const { token: userSessionToken } = await (await fetch('/session', { method: 'POST' })).json();
const target = document.getElementById('root');
${rest.join('\n')}`;
  return { body: '<div id="root"></div>', script: await bundledPage(entry, [inMemory(files)]) };
}

function inMemory(files: Files): Plugin {
  const byId = new Map(Object.values(files).map(([name, code]) => [join(root, 'copied', name), code]));
  return {
    name: 'copied',
    enforce: 'pre',
    resolveId: (id) => {
      const file = files[basename(id)];
      return id.startsWith('./') && file ? join(root, 'copied', file[0]) : null;
    },
    load: (id) => byId.get(id) ?? null,
  };
}

/** Converts style sheets as bundlers do in development: into scripts that add them. */
function styles(blocks: readonly CopiedBlock[]): Files {
  return Object.fromEntries(
    blocks.filter(({ name }) => name.endsWith('.css')).map(({ name, code }) => [name, styleFile(name, code)]),
  );
}

function styleFile(name: string, css: string): readonly [name: string, code: string] {
  return [
    `${name}.js`,
    `document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(css)} }));`,
  ];
}

function vueFiles(code: string): Files {
  const { descriptor, errors } = parse(code, { filename: 'Payment.vue' });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const { content } = compileScript(descriptor, { id: 'payment', inlineTemplate: true });
  return {
    'Payment.vue': ['Payment.vue.ts', content],
    'Payment.css': styleFile('Payment.css', descriptor.styles.map((style) => style.content).join('\n')),
  };
}

/** Compiles components ahead of time with Angular's own compiler and strict templates. @throws if it reports errors */
function angularFiles(files: Readonly<Record<string, string>>): Files {
  const options: CompilerOptions = {
    ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Preserve, strict: true, types: [] },
    ...{
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      skipLibCheck: true,
      strictTemplates: true,
      noEmitOnError: true,
    },
    ...{ rootDir: root, outDir: join(root, 'copied-out') },
  };
  const folder = join(root, 'copied');
  const sources = new Map(Object.entries(files).map(([name, code]) => [join(folder, name), code]));
  const made = new Map<string, string>();
  const host = createCompilerHost({ options });
  const onDisk = { ...host };
  host.directoryExists = (name) => name === folder || onDisk.directoryExists?.(name) === true;
  host.fileExists = (name) => sources.has(name) || onDisk.fileExists(name);
  host.readFile = (name) => sources.get(name) ?? onDisk.readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = sources.get(name);
    return text === undefined
      ? onDisk.getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version, true);
  };
  host.writeFile = (name, text) => {
    made.set(basename(name, '.js'), text);
  };
  const { diagnostics } = performCompilation({ rootNames: [...sources.keys()], options, host });
  const wrong = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return Object.fromEntries([...made].map(([name, code]) => [name, [`${name}.js`, code] as const]));
}
