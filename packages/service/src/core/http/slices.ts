import {
  type TArray,
  type TInteger,
  type TObject,
  type TOptional,
  type TSchema,
  type TString,
  Type,
} from 'typebox';

/** A part of a longer list, and where the next part begins (specification, Conventions). */
export interface Slice<Item> {
  readonly result: Item[];
  readonly offset: string;
  readonly hasNext: boolean;
}

export interface SliceRange {
  /** Id of the last item shown, or the number of items shown, depending on the operation. */
  readonly offset: number;
  readonly size: number;
}

/**
 * Makes a slice whose offset is a number of rows.
 * @param found up to one row more than the size; the additional row shows that there is a next slice.
 */
export function sliceByCount<Row, Item>(
  found: readonly Row[],
  { offset, size }: SliceRange,
  toItem: (row: Row) => Item,
): Slice<Item> {
  const result = found.slice(0, size).map(toItem);
  return { result, offset: String(offset + result.length), hasNext: found.length > size };
}

/** Makes a slice from rows that were found by `id > offset`, in order. Rows inserted in between do not shift it. */
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

/** Returns the parameters of a sliced GET (specification, Endpoints; sizes by operation in the details). */
export function sliceQuery({ least, most, usual }: SliceSizes): {
  offset: TOptional<TString>;
  sliceSize: TOptional<TInteger>;
} {
  return {
    offset: Type.Optional(
      Type.String({
        pattern: '^\\d{1,19}$',
        default: '0',
        description: 'The offset from the previous response.',
      }),
    ),
    sliceSize: Type.Optional(
      Type.Integer({ format: 'int32', minimum: least, maximum: most, default: usual }),
    ),
  };
}

/** Returns the response schema of a sliced GET, named after its items. */
export function sliceOf<Item extends TSchema>(
  item: Item,
): TObject<{ result: TArray<Item>; offset: TString; hasNext: ReturnType<typeof Type.Boolean> }> {
  const { title } = item as { readonly title?: string };
  return Type.Object(
    {
      result: Type.Array(item),
      offset: Type.String({ description: 'The offset of the next slice.' }),
      hasNext: Type.Boolean({ description: 'Whether there is a next slice.' }),
    },
    { ...(title !== undefined && { title: `${title}Slice` }) },
  );
}

/**
 * Reads where the requested slice starts, and its size. The start is an id or a number of rows, depending on the
 * operation.
 */
export function requestedSlice(
  { offset = '0', sliceSize }: { readonly offset?: string; readonly sliceSize?: number },
  { usual }: Pick<SliceSizes, 'usual'>,
): SliceRange {
  // No id or number of rows is larger, so a slice that begins after it is empty in any case.
  return { offset: Math.min(Number(offset), Number.MAX_SAFE_INTEGER), size: sliceSize ?? usual };
}
