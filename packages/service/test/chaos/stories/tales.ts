import { oneClaimManyTokens, oneTokenManyTimes, payAccount, replaceInstrument } from './accounts.js';
import {
  cancelAgainstSale,
  cancelAgainstUse,
  changeMind,
  expiryAgainstPerson,
  expiryAgainstUse,
  replaceAgainstUse,
  twoTabs,
  walkAway,
} from './races.js';
import { addMembership, creditForOne, signUp, signUpWithoutTokens } from './sales.js';
import type { Tale } from './scene.js';

/** All kinds of story, by name. */
export const TALES = {
  payAccount,
  replaceInstrument,
  oneTokenManyTimes,
  oneClaimManyTokens,
  signUp,
  signUpWithoutTokens,
  addMembership,
  creditForOne,
  cancelAgainstUse,
  cancelAgainstSale,
  replaceAgainstUse,
  twoTabs,
  expiryAgainstUse,
  expiryAgainstPerson,
  changeMind,
  walkAway,
} as const satisfies Readonly<Record<string, Tale>>;

export type TaleName = keyof typeof TALES;

/** Relative frequency of each kind. */
export const WEIGHTS: Readonly<Record<TaleName, number>> = {
  payAccount: 14,
  replaceInstrument: 22,
  oneTokenManyTimes: 6,
  oneClaimManyTokens: 4,
  signUp: 12,
  signUpWithoutTokens: 4,
  addMembership: 6,
  creditForOne: 4,
  cancelAgainstUse: 8,
  cancelAgainstSale: 6,
  replaceAgainstUse: 8,
  twoTabs: 8,
  expiryAgainstUse: 6,
  expiryAgainstPerson: 5,
  changeMind: 6,
  walkAway: 4,
};
