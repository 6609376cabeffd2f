import { Type } from 'typebox';

const color = (use: string) =>
  Type.Optional(
    Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: `Colour of ${use}, such as #0a7d4f.` }),
  );

/** Theme of the page that payment links lead to. The names are those of the widget's option `styling`. */
export const PaymentPageSettings = Type.Object(
  {
    primaryColor: color('buttons, the chosen row and focus'),
    secondaryColor: color('the chosen row'),
    textColorMain: color('text'),
    textColorSecondary: color('hints and secondary text'),
    borderColor: color('borders of fields, rows and checkboxes'),
    backgroundColor: color('fields, rows and panels. If it is dark, the whole page is'),
    borderRadius: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 24,
        description: 'Radius of the corners of fields, rows, panels and buttons, in pixels.',
      }),
    ),
  },
  { additionalProperties: false },
);
