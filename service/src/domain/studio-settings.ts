import { Type, type Static, type TSchema } from 'typebox';

/** Whom a studio takes for somebody it knows already, when a trial is booked (specification, Errors). */
const TrialOffers = Type.Object({
  duplicateCheck: Type.Enum(['EMAIL', 'NAME_AND_EMAIL', 'NONE'], {
    type: 'string',
    description: 'What must agree with a customer, for a booking to be refused as DUPLICATE_CUSTOMER.',
  }),
});

/** What studios decide for themselves, by subject. A subject of its own for each functional area. */
export const SETTINGS = {
  trialOffers: TrialOffers,
} as const satisfies Record<string, TSchema>;

export type SettingsSubject = keyof typeof SETTINGS;
export type StudioSettings = { readonly [S in SettingsSubject]: Static<(typeof SETTINGS)[S]> };

/** What applies where a studio has decided nothing. */
const USUAL: StudioSettings = {
  trialOffers: { duplicateCheck: 'EMAIL' },
};

/** As it is stored: what was decided, and in which form. */
export interface StoredSettings {
  readonly version: 1;
  readonly decided: Partial<StudioSettings>;
}

export const NO_SETTINGS: StoredSettings = { version: 1, decided: {} };

/** The settings of a studio, complete. */
export function settingsOf({ settings }: { readonly settings: StoredSettings }): StudioSettings {
  return { ...USUAL, ...settings.decided };
}
