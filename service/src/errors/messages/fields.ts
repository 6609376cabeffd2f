type FieldNames = Readonly<Record<string, string>>;

const en: FieldNames = {
  accountHolder: 'account holder',
  cardHolder: 'name on the card',
  iban: 'IBAN',
  accountNumber: 'account number',
  bankLocationId: 'sort code or routing number',
  accountType: 'checking or savings account',
  holderType: 'personal or business account',
  email: 'e-mail',
  address: 'address',
  'address.line1': 'street and number',
  'address.line2': 'second line of the address',
  'address.city': 'city',
  'address.postalCode': 'postal code',
  'address.state': 'state',
};

const de: FieldNames = {
  accountHolder: 'Kontoinhaber',
  cardHolder: 'Name auf der Karte',
  iban: 'IBAN',
  accountNumber: 'Kontonummer',
  bankLocationId: 'Sort Code oder Routing-Nummer',
  accountType: 'Giro- oder Sparkonto',
  holderType: 'privates oder geschäftliches Konto',
  email: 'E-Mail',
  address: 'Adresse',
  'address.line1': 'Straße und Hausnummer',
  'address.line2': 'zweite Adresszeile',
  'address.city': 'Ort',
  'address.postalCode': 'Postleitzahl',
  'address.state': 'Bundesstaat',
};

/** What a payer calls the fields of `details`, by language. */
export const FIELD_NAMES: Readonly<Record<string, FieldNames>> = { en, de };
export const DEFAULT_FIELD_NAMES = en;
