import type { ProviderRegistry } from './provider-group.js';

/** The providers this build knows; one line each, its code loaded when a session offers it. */
export const paymentProviders: ProviderRegistry = new Map([]);
