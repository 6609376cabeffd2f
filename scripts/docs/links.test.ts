import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages } from './pages.mjs';
import { site } from './site.mjs';

const base = process.env.UPC_DOCS_BASE ?? '/';
/** Built pages by their name on the site. */
const documents = new Map(
  pages.map((page) => {
    const name = page.replace(/\.md$/, '.html');
    return [name, readFileSync(join(site, name), 'utf8')] as const;
  }),
);
const names = [...documents.keys()];

function attributes(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set(attributes(html, / id="([^"]*)"/g));
}

/** Returns the target of a link within the site: a file and an anchor. Returns undefined for a link to another site. */
function within(page: string, href: string): readonly [file: string, anchor: string] | undefined {
  if (/^[a-z]+:/i.test(href)) return undefined;
  const [path = '', anchor = ''] = href.split('#');
  if (path === '') return [page, anchor];
  const file = path.startsWith('/') ? posix.relative(base, path) : posix.join(dirname(page), path);
  return [file === '' || file.endsWith('/') ? `${file}index.html` : file, decodeURIComponent(anchor)];
}

describe('the built site', () => {
  it('has a file for every page, and no other', () => {
    const built = readdirSync(site).filter((name) => name.endsWith('.html') && name !== '404.html');
    expect(built.sort()).toEqual(names.sort());
  });

  it('has the API reference with a way back, and its description to download', () => {
    const reference = join(site, 'api-reference');
    const page = readFileSync(join(reference, 'index.html'), 'utf8');
    const named = attributes(page, / (?:href|src|data-description)="([^"]*)"/g);
    expect(named).toEqual(expect.arrayContaining(['../open-api.html', '../open-api.json', 'redoc.js']));
    expect(named.filter((name) => !existsSync(join(reference, name)))).toEqual([]);
    expect(documents.get('open-api.html')).toContain('href="./open-api.json"');
  });

  it.each(names)('leads to every page from %s', (name) => {
    const linked = attributes(documents.get(name) ?? '', / href="([^"]*)"/g).map(
      (href) => within(name, href)?.[0],
    );
    expect(linked).toEqual(expect.arrayContaining(names));
  });

  it.each(names)('has what the links and pictures of %s lead to', (name) => {
    const html = documents.get(name) ?? '';
    const broken = attributes(html, / (?:href|src)="([^"]*)"/g).filter((href) => {
      const target = within(name, href);
      if (target === undefined) return false;
      const [file, anchor] = target;
      if (!existsSync(join(site, file))) return true;
      const document = documents.get(file);
      return anchor !== '' && document !== undefined && !anchorsOf(document).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(names)('asks no other host for anything on %s', (name) => {
    const html = documents.get(name) ?? '';
    const loaded = [
      ...attributes(html, / src="([^"]*)"/g),
      ...attributes(html, /<link [^>]*href="([^"]*)"/g),
    ];
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((address) => /^(?:[a-z]+:)?\/\//i.test(address))).toEqual([]);
  });

  it('has style sheets that ask no other host for anything', () => {
    const assets = join(site, 'assets');
    const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'));
    expect(sheets.length).toBeGreaterThan(0);
    for (const sheet of sheets)
      expect(readFileSync(join(assets, sheet), 'utf8')).not.toMatch(
        /(?:url\(|@import)\s*["']?(?:https?:)?\/\//,
      );
  });

  it.each(names)('lets long names on %s break between their words, for phones', (name) => {
    const codes = attributes(documents.get(name) ?? '', /<code(?: v-pre)?>((?:[^<]|<wbr>)*)<\/code>/g);
    const parts = codes.flatMap((code) => code.split(/<wbr>|&#?\w+;|[\s-]/));
    expect(parts.filter((part) => part.length > 24)).toEqual([]);
  });

  it.each(names)('repeats the heading of the column in each cell of %s, for phones', (name) => {
    const cells = attributes(documents.get(name) ?? '', /<td([^>]*)>/g);
    for (const cell of cells) expect(cell).toContain('data-label="');
  });

  it.each(names)('has a text for every picture of %s', (name) => {
    // The theme's logo needs no text, because the name beside it contains the same information.
    const pictures = attributes(documents.get(name) ?? '', /<img (?![^>]*class="VPImage logo")([^>]*)>/g);
    for (const picture of pictures) expect(picture).toMatch(/(?:^| )alt="[^"]*\w/);
  });
});
