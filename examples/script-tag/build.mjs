import { cp, readFile, writeFile } from 'node:fs/promises';

const gateway = 'http://localhost:4010';

/*
 * The tag names one version, whose file never changes, and its hash: the browser then runs that file or none. Done
 * when the page is released, not when it is asked for, or the hash would prove nothing.
 */
const { script, integrity } = await (await fetch(`${gateway}/widget/integrity.json`)).json();

await cp('page', 'dist', { recursive: true });
const page = await readFile('dist/index.html', 'utf8');
await writeFile(
  'dist/index.html',
  page.replace('{{script}}', gateway + script).replace('{{integrity}}', integrity),
);
