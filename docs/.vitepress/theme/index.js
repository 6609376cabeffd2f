import { useData, withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './look.css';

/** Link to the Markdown of the page, for agents and for people who paste it into a chat. */
const ViewAsMarkdown = {
  setup() {
    const { page } = useData();
    return () =>
      // A link with a target leaves the application, which would look for a page of its own.
      h(
        'a',
        { class: 'as-markdown', href: withBase(`/${page.value.relativePath}`), target: '_self' },
        'View as Markdown',
      );
  },
};

export default {
  extends: theme,
  enhanceApp({ router, siteData }) {
    router.onBeforeRouteChange = (address) => {
      if (!address.startsWith(`${siteData.value.base}api-reference/`)) return true;
      // VitePress has not made this page (scripts/docs/api-reference.mjs), so the browser has to load it.
      location.assign(address);
      return false;
    };
  },
  Layout: () => h(theme.Layout, null, { 'doc-footer-before': () => h(ViewAsMarkdown) }),
};
