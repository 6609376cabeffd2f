import type { CalendarDate } from '../../../core/calendar.js';

/** The contract that a partner asks for: the `contract` of a signup, or the fields of add-membership. */
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
}

/** Names a field of the request in an error: `contract.startDate` in a signup, `startDate` where it is flat. */
export type FieldName = (field: keyof ContractRequest) => string;

/** A contract that is asked for, with the names that errors give its fields. */
export interface NamedContract {
  readonly request: ContractRequest;
  readonly field: FieldName;
}
