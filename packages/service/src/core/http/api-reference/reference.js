// Shows the description of the Open API with Redoc, in the colours of reference.css.

const root = document.documentElement;
const isDark = darkTone();
root.classList.toggle('dark', isDark);
Redoc.init(root.dataset.description, options(), document.querySelector('#reference'), (problem) => {
  if (!problem) mend();
});

/** The documentation site lets readers choose the tone, which this page, as part of it, follows; else the system decides. */
function darkTone() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = chosenTone() ?? 'auto';
  if (chosen !== 'auto') return chosen === 'dark';
  // Redoc computes its colours only once. It finds the place on the page again, which is in the address.
  system.addEventListener('change', () => location.reload());
  return system.matches;
}

function chosenTone() {
  try {
    return localStorage.getItem('vitepress-theme-appearance');
  } catch {
    return undefined; // The browser blocks the data of sites.
  }
}

function options() {
  const styles = getComputedStyle(root);
  const color = (name) => styles.getPropertyValue(`--${name}`).trim();
  const sans = 'system-ui, sans-serif';
  const mono = 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace';
  const [text, quiet, link, side, page] = ['text', 'quiet', 'link', 'side', 'page'].map(color);
  const response = (name) => ({ color: color(name), backgroundColor: side, tabTextColor: color(name) });
  return {
    nativeScrollbars: true,
    hideLoading: true,
    downloadUrls: [{ title: 'open-api.json', url: root.dataset.description }],
    theme: {
      spacing: { sectionHorizontal: matchMedia('(width < 640px)').matches ? 16 : 40 },
      colors: {
        primary: { main: link, light: quiet },
        success: { main: color('good') },
        warning: { main: color('warning'), dark: color('warning') },
        error: { main: color('bad') },
        text: { primary: text, secondary: quiet },
        border: { dark: color('rule'), light: page },
        gray: { 50: side, 100: side },
        responses: {
          success: response('good'),
          error: response('bad'),
          redirect: response('warning'),
          info: response('quiet'),
        },
      },
      schema: {
        linesColor: color('rule'),
        nestedBackground: side,
        typeNameColor: quiet,
        requireLabelColor: color('bad'),
      },
      typography: {
        fontSize: '15px',
        fontFamily: sans,
        headings: { fontFamily: sans, fontWeight: '600', lineHeight: '1.35' },
        code: {
          fontFamily: mono,
          color: color('inline'),
          backgroundColor: color('inline-ground'),
          wrap: true,
        },
        links: { color: link, visited: link, hover: link },
      },
      sidebar: {
        backgroundColor: side,
        textColor: text,
        activeTextColor: link,
        level1Items: { activeBackgroundColor: color('inline-ground') },
        groupItems: { activeBackgroundColor: color('inline-ground') },
      },
      rightPanel: {
        backgroundColor: color('panel'),
        servers: { overlay: { backgroundColor: side, textColor: text }, url: { backgroundColor: page } },
      },
      codeBlock: { backgroundColor: color('code') },
      fab: { backgroundColor: link, color: page },
    },
  };
}

/** Names the parts of the page for screen readers, and lets keyboards use the button that opens the menu on phones. */
function mend() {
  const menu = document.querySelector('.menu-content');
  const button = menu.nextElementSibling;
  const name = (element, attributes) =>
    Object.entries(attributes).forEach(([attribute, value]) => element.setAttribute(attribute, value));
  name(menu, { role: 'navigation', 'aria-label': 'Operations' });
  name(document.querySelector('.api-content'), { role: 'main' });
  name(button, { role: 'button', tabindex: '0', 'aria-label': 'Menu', 'aria-expanded': 'false' });
  button.addEventListener('click', () =>
    requestAnimationFrame(() =>
      name(button, { 'aria-expanded': String(getComputedStyle(menu).display !== 'none') }),
    ),
  );
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    button.click();
  });
}
