import type { components } from '../gateway/gateway-types.js';

/** A payment as the widget is told about it. */
export type PaymentAnswer = components['schemas']['Payment'];
