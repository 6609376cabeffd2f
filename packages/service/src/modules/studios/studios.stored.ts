import type { Schemas } from '@upc/contract/gateway';
import { Type } from 'typebox';
import { fromGateway } from '../../core/database/json-schemas.js';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';

export const CREDITOR: StoredSchema<Schemas['Creditor']> = storedSchema(fromGateway('Creditor'));

/** Methods whose debits a studio's own bank can collect from files. */
export const BANK_METHODS = ['SEPA', 'CH_DD', 'LSV', 'ACH', 'BECS'] as const;
export type BankMethod = (typeof BANK_METHODS)[number];

/**
 * How a studio's own bank collects the debits of each method. What is absent is collected by another provider. A studio
 * may have an account for each method: CH_DD needs one at PostFinance, LSV one at another bank.
 */
export interface StudioBank {
  readonly SEPA?: IbanBank & { readonly bic?: string };
  readonly CH_DD?: IbanBank;
  /** With a participant number for references of invoices (ESR), debits carry such a reference, otherwise an IPI reference. */
  readonly LSV?: IbanBank & { readonly participant?: string };
  readonly ACH?: AchBank;
  readonly BECS?: BecsBank;
}

interface CutOff {
  /** Time of day in the studio's time zone until which the bank takes files for the next bank day: `10:00`. */
  readonly cutOff: string;
}

interface IbanBank extends CutOff {
  /** The account that is credited, without spaces. */
  readonly iban: string;
}

/** What the bank that originates ACH entries has assigned to the studio. */
interface AchBank extends CutOff {
  /** The bank's routing number. */
  readonly routingNumber: string;
  /** The bank's name, at most 23 characters. */
  readonly bankName: string;
  /** The sender of the file (Immediate Origin), ten characters, often the company id. */
  readonly originId: string;
  /** Company identification, ten characters. */
  readonly companyId: string;
  /** PPD if members sign on paper; without it WEB. Accounts of businesses are always debited as CCD. */
  readonly entryClass?: 'PPD';
}

/** The studio's account at an Australian bank, and what that bank has assigned for direct entry. */
interface BecsBank extends CutOff {
  /** Six digits, without a hyphen. */
  readonly bsb: string;
  readonly accountNumber: string;
  /** User identification number of APCA (now AusPayNet), six digits. */
  readonly userId: string;
  /** Name of the user, at most 26 characters. */
  readonly userName: string;
  /** Approved abbreviation of the bank, three letters. */
  readonly bankAbbreviation: string;
}

const IBAN_BANK = { cutOff: Type.String(), iban: Type.String() };

export const BANK: StoredSchema<StudioBank> = storedSchema(
  Type.Object({
    SEPA: Type.Optional(Type.Object({ ...IBAN_BANK, bic: Type.Optional(Type.String()) })),
    CH_DD: Type.Optional(Type.Object(IBAN_BANK)),
    LSV: Type.Optional(Type.Object({ ...IBAN_BANK, participant: Type.Optional(Type.String()) })),
    ACH: Type.Optional(
      Type.Object({
        cutOff: Type.String(),
        routingNumber: Type.String(),
        bankName: Type.String(),
        originId: Type.String(),
        companyId: Type.String(),
        entryClass: Type.Optional(Type.Literal('PPD')),
      }),
    ),
    BECS: Type.Optional(
      Type.Object({
        cutOff: Type.String(),
        bsb: Type.String(),
        accountNumber: Type.String(),
        userId: Type.String(),
        userName: Type.String(),
        bankAbbreviation: Type.String(),
      }),
    ),
  }),
);

export const TRANSFER_ACCOUNT: StoredSchema<Schemas['TransferAccount']> = storedSchema(
  fromGateway('TransferAccount'),
);
