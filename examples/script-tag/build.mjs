import { cp, readFile, writeFile } from 'node:fs/promises';

const gateway = 'http://localhost:4010';

/*
 * The script tag names one version, whose file never changes, and its hash, so the browser runs exactly that file or
 * none. This is done when the page is released. If it were done for each request, the hash would prove nothing.
 */
const { script, integrity } = await (await fetch(`${gateway}/widget/integrity.json`)).json();

await cp('page', 'dist', { recursive: true });
const page = await readFile('dist/index.html', 'utf8');
await writeFile(
  'dist/index.html',
  page.replace('{{script}}', gateway + script).replace('{{integrity}}', integrity),
);
