/** A logo as data: it is drawn by us, and nothing in it can be more than a shape and a colour. */
interface Logo {
  /** viewBox of the drawing. */
  readonly box: string;
  /** Colour and outline of each part, from the back to the front. */
  readonly paths: readonly (readonly [fill: string, d: string])[];
}

/** Logos by name: payment methods (`PAYPAL`) and card schemes (`visa`). */
export type Logos = Readonly<Record<string, Logo>>;

/** Brings the logos once the form can be used; a widget to which they do not come shows plain icons. */
export type LogosLoader = () => Promise<Logos>;
