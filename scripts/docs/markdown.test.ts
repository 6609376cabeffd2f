import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { descriptions } from '../../docs/.vitepress/descriptions.mjs';
import { sidebar } from '../../docs/.vitepress/sidebar.mjs';
import { pages, skill } from './pages.mjs';
import { docs, site } from './site.mjs';

/* What agents read: llms.txt, the Markdown of each page, and the skill. */

const base = process.env.UPC_DOCS_BASE ?? '/';
const built = (file: string): string => readFileSync(join(site, file), 'utf8');
const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```$|`[^`\n]*`/gms, '');
const isThere = (file: string): boolean => existsSync(join(site, file.replace(/^$|\/$/, '$&index.html')));

describe('llms.txt', () => {
  const listed = [...built('llms.txt').matchAll(/^- \[.+?\]\((.+?)\): (.+)$/gm)].map(
    ([, address = '', description = '']) => ({ address, description }),
  );

  it('lists the pages in the order of the sidebar, each with its description', () => {
    const names = sidebar
      .flatMap(({ items }) => items.map(({ link }) => link.slice(1) || 'index'))
      .filter((name) => pages.includes(`${name}.md`)); // The API reference is not a page of VitePress.
    expect(listed).toEqual(
      names.map((name) => ({ address: `${base}${name}.md`, description: descriptions[name] })),
    );
  });

  it('describes every page, and no other', () => {
    expect(Object.keys(descriptions).sort()).toEqual(
      pages.map((page) => page.slice(0, -'.md'.length)).sort(),
    );
  });

  it('comes with one file of all pages', () => {
    const all = built('llms-full.txt');
    for (const page of pages) expect(all).toContain(/^# (.+)$/m.exec(built(page))?.[0]);
  });
});

describe('the Markdown of a page', () => {
  it.each(pages)('%s has its address, its description and its code, without marks for our tests', (page) => {
    const text = built(page);
    const [, header = ''] = /^---\n(.+?)\n---\n+# /s.exec(text) ?? [];
    expect(parse(header)).toEqual({
      url: base + page,
      description: descriptions[page.slice(0, -'.md'.length)],
    });
    expect(withoutCode(text)).not.toMatch(/<!--|<span/);
    const fences = (markdown: string): number => markdown.match(/^ *```/gm)?.length ?? 0;
    expect(fences(text)).toBe(fences(readFileSync(join(docs, page), 'utf8')));
  });

  it.each(pages)('%s leads only to files of the site, in any folder of a host', (page) => {
    const links = [...withoutCode(built(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
    const broken = links
      .filter((href) => !/^(?:[a-z]+:|#)/.test(href))
      .filter((href) => href.startsWith('/') || !isThere(posix.normalize(href.split('#')[0] ?? '')));
    expect(broken).toEqual([]);
  });

  it.each(pages)('%s is linked from its page, for readers and for programs', (page) => {
    const html = built(page.replace(/md$/, 'html'));
    const [shown = ''] = /<a [^>]*>View as Markdown<\/a>/.exec(html) ?? [];
    expect(shown).toContain(`href="${base}${page}"`);
    expect(html).toContain(`<link href="${base}${page}" rel="alternate" type="text/markdown">`);
  });
});

describe('the skill', () => {
  const text = readFileSync(join(docs, skill), 'utf8');
  const [, name = '', description = '', body = ''] =
    /^---\nname: (.+)\ndescription: (.+)\n---\n(.*)$/s.exec(text) ?? [];

  it('has a name like its folder and a description as the format requires', () => {
    expect(skill).toBe(`skills/${name}/SKILL.md`);
    expect(name).toMatch(/^[a-z\d-]{1,64}$/);
    expect(description).toMatch(/^[^<>]{40,1024}$/);
  });

  it('is twenty lines of text and twenty of code at most', () => {
    const parts = body.split(/^ *```(\w*)\n(.*?)^ *```$/gms);
    const lines = (of: (index: number) => boolean): number =>
      parts
        .filter((_, index) => of(index % 3))
        .join('\n')
        .match(/\S.*/g)?.length ?? 0;
    expect(lines((index) => index === 0)).toBeLessThanOrEqual(20);
    const code = parts.filter((_, index) => index % 3 === 2 && parts[index - 1] === 'js');
    expect(code.join('').match(/\S.*/g)?.length).toBeLessThanOrEqual(20);
  });

  it('starts the sandbox as the first page does, and names pages that exist', () => {
    const first = readFileSync(join(docs, 'index.md'), 'utf8');
    for (const command of body.match(/^ +npm exec .+$/gm) ?? ['none'])
      expect(first).toContain(command.trim());
    const named = [...body.matchAll(/`(?:docs\/)?([\w-]+\.md)`/g)].map(([, page]) => page);
    expect(named.length).toBeGreaterThan(3);
    expect(pages).toEqual(expect.arrayContaining(named));
  });

  it('is published, and the index of the site’s skills contains its address and hash', () => {
    expect(built('skill.md')).toBe(text);
    expect(built('llms.txt')).toContain(`](${base}skill.md)`);
    const index = '.well-known/agent-skills/index.json';
    const { skills } = JSON.parse(built(index)) as { skills: readonly [Record<string, string>] };
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    expect(skills).toEqual([{ name, type: 'skill-md', description, url: '../../skill.md', digest }]);
    expect(isThere(posix.join(posix.dirname(index), skills[0].url ?? ''))).toBe(true);
  });
});
