/** Rules for plain CSS: the widget's sheets, the demo and the studio page. */
export default {
  extends: ['stylelint-config-standard'],
  rules: {
    'custom-property-pattern': [
      '^_?[a-z][a-z0-9-]*$',
      { message: 'Custom properties are kebab-case; those nobody sets begin with _.' },
    ],
    'no-descending-specificity': null,
  },
};
