import {
  type TArray,
  type TInteger,
  type TObject,
  type TOptional,
  type TSchema,
  type TString,
  Type,
} from 'typebox';

/** A part of a longer list, and where the next one begins (specification, Conventions). */
export interface Slice<Item> {
  readonly result: Item[];
  readonly offset: string;
  readonly hasNext: boolean;
}

export interface SliceRange {
  /** The id of the last item that was shown, or how many were: as the operation counts. */
  readonly offset: number;
  readonly size: number;
}

/** @param found one more than the size, if there are so many: it shows that there is a next slice. */
export function sliceByCount<Row, Item>(
  found: readonly Row[],
  { offset, size }: SliceRange,
  toItem: (row: Row) => Item,
): Slice<Item> {
  const result = found.slice(0, size).map(toItem);
  return { result, offset: String(offset + result.length), hasNext: found.length > size };
}

/** The same for rows that were found by `id > offset`, in order: rows that come in between change nothing. */
export function sliceById<Row extends { readonly id: number }, Item>(
  found: readonly Row[],
  { offset, size }: SliceRange,
  toItem: (row: Row) => Item,
): Slice<Item> {
  const shown = found.slice(0, size);
  return {
    result: shown.map(toItem),
    offset: String(shown.at(-1)?.id ?? offset),
    hasNext: found.length > size,
  };
}

export interface SliceSizes {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** Parameters of a sliced GET (specification, Endpoints; sizes by operation in the details). */
export function sliceQuery({ least, most, usual }: SliceSizes): {
  offset: TOptional<TString>;
  sliceSize: TOptional<TInteger>;
} {
  return {
    offset: Type.Optional(
      Type.String({ pattern: '^\\d{1,19}$', default: '0', description: 'As the answer before gave it.' }),
    ),
    sliceSize: Type.Optional(
      Type.Integer({ format: 'int32', minimum: least, maximum: most, default: usual }),
    ),
  };
}

/** The answer of a sliced GET. */
export function sliceOf<Item extends TSchema>(
  item: Item,
): TObject<{ result: TArray<Item>; offset: TString; hasNext: ReturnType<typeof Type.Boolean> }> {
  return Type.Object({ result: Type.Array(item), offset: Type.String(), hasNext: Type.Boolean() });
}

/** The start of a slice, and its size: an id or a number of rows, as the operation counts. */
export function requestedSlice(
  { offset = '0', sliceSize }: { readonly offset?: string; readonly sliceSize?: number },
  { usual }: Pick<SliceSizes, 'usual'>,
): SliceRange {
  // No id and no number of rows is larger: what begins behind it is empty, as it would be.
  return { offset: Math.min(Number(offset), Number.MAX_SAFE_INTEGER), size: sliceSize ?? usual };
}
