import type { CalendarDate } from '../../../core/calendar.js';

/** The contract that a partner requests: the `contract` of a signup, or the fields of add-membership. */
export interface ContractRequest {
  readonly contractOfferTermId: number;
  readonly startDate: CalendarDate;
  readonly preuseDate?: CalendarDate;
  readonly notes?: string;
  readonly thirdPartyId?: string;
  readonly employeeId?: number;
  readonly referralCode?: string;
  readonly selectedSelectableModuleIds?: readonly number[];
  readonly selectedOptionalModuleIds?: readonly number[];
  readonly initialPaymentRequestToken?: string;
  readonly contractSignature?: { readonly base64SvgSignature: string };
  readonly textBlockSignatures?: readonly {
    readonly base64SvgSignature: string;
    readonly textBlockId: number;
  }[];
  readonly voucherCode?: string;
  readonly earlyStartRequested?: boolean;
  readonly legalRepresentative?: {
    readonly firstName: string;
    readonly lastName: string;
    readonly consent: true;
    readonly base64SvgSignature: string;
  };
}

/** Returns the name of a request field for errors: `contract.startDate` in a signup, `startDate` in a flat request. */
export type FieldName = (field: keyof ContractRequest) => string;

/** A requested contract, with the field names that errors use. */
export interface NamedContract {
  readonly request: ContractRequest;
  readonly field: FieldName;
  /** The field that determines the member's date of birth. */
  readonly birthField: 'customer.dateOfBirth' | 'customerId';
}
