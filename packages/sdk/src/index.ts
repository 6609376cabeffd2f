export * from './generated/api/index.js';
export type { Client } from './generated/api/client/index.js';
export { createClient, type ClientOptions } from './create-client.js';
export {
  ConnectionError,
  OpenApiError,
  UnknownOutcomeError,
  type ErrorCode,
  type ErrorDetails,
} from './errors.js';
