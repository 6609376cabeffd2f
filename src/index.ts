/*
 * The npm entry. It contains only re-exports, so that a page that imports one thing, such as the error class, bundles
 * only that.
 */
export type {
  Callbacks,
  CustomerAddress,
  CustomerField,
  CustomerFieldName,
  CustomerFields,
  Environment,
  FeatureFlags,
  FrameFieldProperty,
  FrameFieldStyle,
  IframeFieldStyles,
  MutableConfig,
  PaymentState,
  PaymentWidgetConfig,
  PrefetchedSession,
  PreloadOptions,
  Region,
  StripeStyling,
  Styling,
  Texts,
} from './config/config.js';
export { init, preload } from './init/es-init.js';
export type { PaymentWidget } from './init/payment-widget.js';
export {
  type ErrorCode,
  type ErrorReason,
  type PaymentFailureReason,
  PaymentWidgetError,
} from './errors/payment-widget-error.js';
export type { PaymentInstrumentDetails } from '@upc/contract/gateway';
export type { PaymentResult } from './flow/flow-state.js';
