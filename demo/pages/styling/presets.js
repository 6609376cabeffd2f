/** Names of the colours, in the order of the values in a preset. */
const colors = [
  'primaryColor',
  'secondaryColor',
  'textColorMain',
  'textColorSecondary',
  'borderColor',
  'backgroundColor',
];

/**
 * Themes to start with. An option that a theme does not name is reset to its default.
 *
 * @type {readonly { name: string, values: import('./values.js').Values }[]}
 */
export const presets = [
  {
    name: 'Ember',
    values: theme(['#c2410c', '#fff1e9', '#241a15', '#6b5a50', '#93796a', '#ffffff'], '12px'),
  },
  {
    name: 'Forest',
    values: {
      ...theme(['#0b6b4b', '#e7f5ee', '#13251d', '#4a6156', '#6f877c', '#ffffff'], '8px'),
      'page.font': 'humanist',
    },
  },
  {
    name: 'Lagoon',
    values: {
      ...theme(['#0e6787', '#e4f4f9', '#0f2430', '#496270', '#6c8795', '#fbfeff'], '24px'),
      'styling.boxShadow': '0 2px 8px rgb(14 103 135 / 14%)',
      'page.font': 'rounded',
    },
  },
  {
    name: 'Studio',
    values: {
      ...theme(['#16161a', '#f1f0ee', '#16161a', '#5c5b60', '#838288', '#ffffff'], '0'),
      'page.font': 'grotesque',
    },
  },
  {
    name: 'Berry',
    values: {
      ...theme(['#a21d63', '#fdeaf3', '#2b1522', '#6f5062', '#96788a', '#ffffff'], '16px'),
      'styling.boxShadow': '0 1px 3px rgb(43 21 34 / 16%)',
      'page.font': 'rounded',
    },
  },
  {
    name: 'Midnight',
    values: {
      ...theme(['#a3b8ff', '#262f4d', '#edf0fa', '#b3bcd4', '#7d88a6', '#1a2135'], '12px'),
      'page.host': 'dark',
    },
  },
  {
    name: 'High contrast',
    values: {
      ...theme(['#00308f', '#e8eeff', '#000000', '#1f1f1f', '#000000', '#ffffff'], '4px'),
      'css.--upc-error': '#8c0000',
      'css.--upc-success': '#004d26',
      'css.--upc-font-size': '18px',
    },
  },
];

/**
 * @param {readonly string[]} values colours, in the order of their names above
 * @param {string} radius
 * @returns {import('./values.js').Values}
 */
function theme(values, radius) {
  return {
    'page.host': 'light',
    'styling.borderRadius': radius,
    ...Object.fromEntries(colors.map((name, at) => [`styling.${name}`, values[at] ?? ''])),
  };
}
