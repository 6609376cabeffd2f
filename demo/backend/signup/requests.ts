import type { Draft, Typed } from './draft.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Customer data for a preview, in place of what the visitor has not typed yet. A preview requires a complete customer,
 * but only the date of birth affects the price. These values are never sent to sign up.
 */
const STAND_IN = {
  firstName: 'New',
  lastName: 'Member',
  dateOfBirth: '1990-01-01',
  email: 'preview@example.com',
  street: '-',
  city: '-',
  zipCode: '-',
};

/** Builds the body of a signup preview. For a member, this is the flat body of add-membership. */
export function previewBody(draft: Draft, countryCode: string): Fields {
  const contract = contractFields(draft.typed);
  if (draft.memberId !== null) return contract;
  const { dateOfBirth } = draft.typed.person ?? {};
  const known = dateOfBirth ? { dateOfBirth } : {};
  const language = draft.typed.language ?? { languageCode: 'en' };
  return { contract, customer: { ...STAND_IN, countryCode, language, ...known } };
}

/** Builds the body of the signup itself, with signatures and tokens. */
export function signupBody({ typed, payments, memberId }: Draft): Fields {
  const { contractSignature, textBlockSignatures = [], legalRepresentative, earlyStartRequested } = typed;
  const contract = {
    ...contractFields(typed),
    ...(contractSignature ? { contractSignature: { base64SvgSignature: contractSignature } } : {}),
    ...(textBlockSignatures.length > 0 ? { textBlockSignatures } : {}),
    ...(legalRepresentative ? { legalRepresentative } : {}),
    ...(earlyStartRequested ? { earlyStartRequested } : {}),
    ...(payments.INITIAL?.requestToken ? { initialPaymentRequestToken: payments.INITIAL.requestToken } : {}),
  };
  // Without a token the customer pays in cash, which is right for a contract that is paid in full on signing.
  const paymentRequestToken = payments.RECURRING?.requestToken;
  const instrument = paymentRequestToken ? { paymentRequestToken } : {};
  if (memberId !== null) return { ...contract, ...instrument };
  const customer = {
    ...customerFields(typed.person ?? {}),
    language: typed.language,
    ...(typed.communicationPreferences ? { communicationPreferences: typed.communicationPreferences } : {}),
    ...instrument,
  };
  return { contract, customer };
}

function contractFields(typed: Typed): Fields {
  return {
    contractOfferTermId: typed.termId,
    startDate: typed.startDate,
    ...(typed.preuseDate ? { preuseDate: typed.preuseDate } : {}),
    selectedSelectableModuleIds: typed.selectableModuleIds ?? [],
    selectedOptionalModuleIds: typed.optionalModuleIds ?? [],
    ...(typed.voucherCode ? { voucherCode: typed.voucherCode } : {}),
  };
}

/**
 * Builds the `customer` of a signup. Empty fields are left out, and the identity document becomes an object, as the
 * Open API requires.
 */
function customerFields(person: Readonly<Record<string, string>>): Fields {
  const filled = Object.entries(person).filter(([, value]) => value.trim() !== '');
  const { documentNumber, documentType, ...fields } = Object.fromEntries(filled);
  return documentNumber ? { ...fields, documentIdentification: { documentNumber, documentType } } : fields;
}
