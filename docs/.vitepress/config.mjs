import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import { longNames } from './long-names.mjs';
import { preparePages } from './prepare-pages.mjs';
import { sidebar } from './sidebar.mjs';
import { publishSkill } from './skill.mjs';
import { tableLabels } from './table-labels.mjs';
import { taskLists } from './task-lists.mjs';

const base = process.env.UPC_DOCS_BASE ?? '/';

/**
 * Site made from docs/*.md. It loads nothing from other hosts: it uses system fonts, and its search runs in the page.
 */
export default defineConfig({
  base,
  title: 'Universal Payment Component',
  description: 'How to build a sign-up or member page with the payment widget, and how to run the service.',
  lang: 'en',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }]],
  // These pages are for the project's engineers, who read them in the repository.
  srcExclude: ['decisions/**', 'skills/**', 'architecture.md', 'legal-review.md'],
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    // The default themes are too pale for small text on a grey background.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      // Example e-mail addresses must not become links.
      md.linkify.set({ fuzzyEmail: false });
      md.use(longNames).use(tableLabels).use(taskLists);
    },
  },
  // Agents read llms.txt and the Markdown of each page, which has the page's address with `.md`.
  vite: {
    plugins: [
      preparePages({ source: process.env.UPC_DOCS_SOURCE }),
      llmstxt({
        title: 'Universal Payment Component',
        details: `Coding agents: [SKILL.md](${base}skill.md) contains the integration in twenty lines.`,
        excludeIndexPage: false,
        injectLLMHint: false,
      }),
    ],
  },
  buildEnd: ({ srcDir, outDir }) => {
    publishSkill(outDir);
    // The Markdown of a page names its pictures as the source does.
    cpSync(join(srcDir, 'pictures'), join(outDir, 'pictures'), { recursive: true });
  },
  themeConfig: {
    logo: '/logo.svg',
    // A longer title would make the bar wider than a small phone.
    siteTitle: 'UPC',
    // On phones the button for the menu opens these and the switch for dark colours.
    nav: sidebar.map(({ text, items }) => ({
      text,
      link: items[0].link,
      activeMatch: `^(?:${items.map(({ link }) => link).join('|')})$`,
    })),
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
    notFound: {
      title: 'Page not found',
      quote: 'The address may be misspelt, or the page has moved. The menu and the search lead to all pages.',
      linkText: 'Go to the first page',
    },
  },
});
