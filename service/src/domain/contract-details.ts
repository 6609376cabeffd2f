import type { CalendarDate } from './calendar.js';
import type { Offer } from './offer.js';

/** What a contract was made with. The offer is kept as it was signed, whatever becomes of it later. */
export interface ContractDetails {
  readonly offer: Offer;
  readonly useFrom: CalendarDate;
  /** Minor units. */
  readonly basePrice: number;
  readonly ageAdjustedPrice: number | null;
  readonly selectableModuleIds: readonly number[];
  readonly optionalModuleIds: readonly number[];
  readonly voucherCode?: string;
  readonly referralCode?: string;
  readonly notes?: string;
  readonly thirdPartyId?: string;
  readonly employeeId?: number;
  /** SVG, redrawn by the service. */
  readonly contractSignature?: string;
  readonly textBlockSignatures: readonly { readonly textBlockId: number; readonly svg: string }[];
  /** The contract that this one took the place of. */
  readonly switchedFromContractId?: number;
}
