/* The entry of the test kit, `upc-payment-widget/testing`. Importing it has no side effects. */
export { fillIn, type FieldValues, type FillInOptions } from './fill-in.js';
export type { Operation } from './gateway-answers.js';
export { mockGateway, type MockGateway, type MockGatewayOptions, type MockRequest } from './mock-gateway.js';
export { type Outcome, outcomes } from './outcomes.js';
export type { SessionOptions } from './session-answer.js';
