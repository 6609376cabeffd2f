/** Something that an operator must look at. Contains ids and amounts, never personal data. */
export interface Finding {
  readonly what: string;
  readonly advice: string;
}
