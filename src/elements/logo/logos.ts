/** A logo as data. The widget draws it, so it can contain only shapes and colours. */
interface Logo {
  /** `viewBox` of the drawing. */
  readonly box: string;
  /** Colour and outline of each part, from back to front. */
  readonly paths: readonly (readonly [fill: string, d: string])[];
}

/** Logos by name: payment methods (`PAYPAL`) and card schemes (`visa`). */
export type Logos = Readonly<Record<string, Logo>>;

/** Loads the logos, which appear in their reserved places once the form is painted. */
export type LogosLoader = () => Promise<Logos>;
