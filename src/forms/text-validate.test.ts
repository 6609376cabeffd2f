import { describe, expect, it } from 'vitest';
import { validatePostalCode } from './postal-code.js';
import { validateEmail, validateName } from './text-validate.js';

describe('a name', () => {
  it.each(['Maren Petersen', "Siobhán O'Neil-Ünsal", '李小龍', 'Studio Nord GmbH & Co. KG', 'A'.repeat(70)])(
    '%s is right',
    (name) => {
      expect(validateName(name)).toBeNull();
    },
  );

  it.each([
    ['Maren\r\nPetersen', 'error.characters'],
    ['Maren\u2028Petersen', 'error.characters'],
    ['Maren\u0000', 'error.characters'],
    ['12345', 'error.name'],
    ['A'.repeat(71), 'error.tooLong'],
  ])('%j is refused', (name, code) => {
    expect(validateName(name)?.code).toBe(code);
  });
});

describe('an e-mail address', () => {
  it.each(['maren@example.com', 'm.p+gym@mail.example.co.uk'])('%s is right', (email) => {
    expect(validateEmail(email)).toBeNull();
  });

  it.each([
    'maren',
    'maren@example',
    '@example.com',
    'maren@ex ample.com',
    'a@b.c\n',
    `${'a'.repeat(250)}@b.cd`,
  ])('%j is refused', (email) => {
    expect(validateEmail(email)).not.toBeNull();
  });
});

describe('a postal code', () => {
  it.each([
    ['20457', 'DE'],
    ['D-20457', 'DE'],
    ['8001', 'CH'],
    ['FL-9490', 'LI'],
    ['113 51', 'SE'],
    ['SW1A 1AA', 'GB'],
    ['1010 AB', 'NL'],
  ])('%s in %s is right', (code, country) => {
    expect(validatePostalCode(code, country)).toBeNull();
  });

  it.each([
    ['2045', 'DE', 'error.postalCode.digits'],
    ['80011', 'CH', 'error.postalCode.digits'],
    ['Hamburg', 'DE', 'error.postalCode.digits'],
    ['--', 'GB', 'error.postalCode'],
    ['XXXX', 'GB', 'error.postalCode'],
    ['SW1A', 'GB', 'error.postalCode'],
    ['SW1A 1A', 'GB', 'error.postalCode'],
    ['20457\n', 'DE', 'error.characters'],
    ['1'.repeat(21), 'GB', 'error.tooLong'],
  ])('%j in %s is refused', (code, country, error) => {
    expect(validatePostalCode(code, country)?.code).toBe(error);
  });
});
