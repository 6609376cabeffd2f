/** A mark as data: it is drawn by us, and nothing in it can be more than a shape and a colour. */
interface Mark {
  /** viewBox of the drawing. */
  readonly box: string;
  /** Colour and outline of each part, from the back to the front. */
  readonly paths: readonly (readonly [fill: string, d: string])[];
}

/** Marks by name: payment methods (`PAYPAL`) and card schemes (`visa`). */
export type Marks = Readonly<Record<string, Mark>>;

/** Brings the marks once the form can be used; a widget to which they do not come shows plain icons. */
export type MarksLoader = () => Promise<Marks>;
