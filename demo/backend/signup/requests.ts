import type { AddMembershipData, SignupMembershipData } from 'upc-open-api';
import type { Draft, Typed } from './draft.js';

/* The service checks what the visitor has typed, so the types here only claim it. */

type NewCustomer = SignupMembershipData['body'];
type NewMembership = AddMembershipData['body'];

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

/** Builds the body of a preview for a new customer. */
export function signupPreviewBody({ typed }: Draft, countryCode: string): NewCustomer {
  const { dateOfBirth } = typed.person ?? {};
  const known = dateOfBirth ? { dateOfBirth } : {};
  const language = typed.language ?? { languageCode: 'en' };
  return { contract: contractFields(typed), customer: { ...STAND_IN, countryCode, language, ...known } };
}

/** Builds the body of a signup for a new customer, with signatures and tokens. */
export function signupBody(draft: Draft): NewCustomer {
  const { person = {}, language, communicationPreferences } = draft.typed;
  const customer = {
    ...customerFields(person),
    language,
    ...(communicationPreferences ? { communicationPreferences } : {}),
    ...instrumentOf(draft),
  };
  return { contract: signedContract(draft), customer: customer as NewCustomer['customer'] };
}

/** Builds the body of a new membership for a member, with signatures and tokens. */
export function addMembershipBody(draft: Draft): NewMembership {
  return { ...signedContract(draft), ...instrumentOf(draft) };
}

function signedContract({ typed, payments }: Draft): NewCustomer['contract'] {
  const { contractSignature, textBlockSignatures = [], legalRepresentative, earlyStartRequested } = typed;
  return {
    ...contractFields(typed),
    ...(contractSignature ? { contractSignature: { base64SvgSignature: contractSignature } } : {}),
    ...(textBlockSignatures.length > 0 ? { textBlockSignatures: [...textBlockSignatures] } : {}),
    ...(legalRepresentative ? { legalRepresentative } : {}),
    ...(earlyStartRequested ? { earlyStartRequested } : {}),
    ...(payments.INITIAL?.requestToken ? { initialPaymentRequestToken: payments.INITIAL.requestToken } : {}),
  };
}

/** Without a token the customer pays in cash, which is right for a contract that is paid in full on signing. */
function instrumentOf({ payments }: Draft): { readonly paymentRequestToken?: string } {
  const paymentRequestToken = payments.RECURRING?.requestToken;
  return paymentRequestToken ? { paymentRequestToken } : {};
}

/** Builds the contract as the visitor has chosen it, which is also the body of a preview for a member. */
export function contractFields(typed: Typed): NewCustomer['contract'] {
  return {
    contractOfferTermId: typed.termId as number,
    startDate: typed.startDate as string,
    ...(typed.preuseDate ? { preuseDate: typed.preuseDate } : {}),
    selectedSelectableModuleIds: [...(typed.selectableModuleIds ?? [])],
    selectedOptionalModuleIds: [...(typed.optionalModuleIds ?? [])],
    ...(typed.voucherCode ? { voucherCode: typed.voucherCode } : {}),
  };
}

/**
 * Builds the `customer` of a signup. Empty fields are left out, and the identity document becomes an object, as the
 * Open API requires.
 */
function customerFields(person: Readonly<Record<string, string>>): object {
  const filled = Object.entries(person).filter(([, value]) => value.trim() !== '');
  const { documentNumber, documentType, ...fields } = Object.fromEntries(filled);
  return documentNumber ? { ...fields, documentIdentification: { documentNumber, documentType } } : fields;
}
