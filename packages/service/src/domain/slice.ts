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
