import type { PaymentMethod } from '@upc/contract/gateway';
import { Type } from 'typebox';
import { fromContract } from './json-schemas.js';
import { storedForm, type StoredForm } from './stored-form.js';

export const TEXTS: StoredForm<readonly string[]> = storedForm(Type.Array(Type.String()));

export const IDS: StoredForm<readonly number[]> = storedForm(Type.Array(Type.Integer()));

export const METHODS: StoredForm<PaymentMethod[]> = storedForm(Type.Array(fromContract('PaymentMethod')));

/** A record whose keys are those of an action or an event, which the row names beside it. */
export const FACTS: StoredForm<Readonly<Record<string, unknown>>> = storedForm(
  Type.Record(Type.String(), Type.Unknown()),
);
