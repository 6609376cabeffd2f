import { defineConfig } from 'vitepress';
import { linksOutside } from './links-outside.mjs';
import { sidebar } from './sidebar.mjs';

const base = process.env.UPC_DOCS_BASE ?? '/';

/** The site of docs/*.md. It loads nothing from another host: fonts are the system's, the search is in the page. */
export default defineConfig({
  base,
  title: 'Universal Payment Component',
  description: 'How to build a sign-up or member page with the payment widget, and how to run the service.',
  lang: 'en',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }]],
  // For the engineers of the project, and read in the repository.
  srcExclude: ['decisions/**', 'architecture.md', 'legal-review.md'],
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    // Those of the default are too pale for small text on a grey ground.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => md.use(linksOutside, { source: process.env.UPC_DOCS_SOURCE }),
  },
  themeConfig: {
    logo: '/logo.svg',
    // Short, or the bar is wider than a small phone.
    siteTitle: 'UPC',
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
});
