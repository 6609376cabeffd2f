/** Something that somebody has to look at. Ids and amounts, never personal data. */
export interface Finding {
  readonly what: string;
  readonly advice: string;
}
