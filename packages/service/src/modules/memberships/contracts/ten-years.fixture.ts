interface TenYears {
  /** Number of claims that fall due by 30 January 2037; their sum is in minor units. */
  readonly count: number;
  readonly sum: number;
  /** The last day that is certain on 28 February 2037 and on 1 March. */
  readonly endDate: string;
}

/*
 * Monthly from the 31st: notice for 30 March is possible until 27 February, notice for 29 April (the day before the
 * 30th) until 29 March.
 */
const MONTHLY = '2037-04-29';

/** Expected results after ten years of each term from 31 January 2027, counted by hand. */
export const TEN_YEARS: Readonly<Record<number, TenYears>> = {
  4100: { count: 120, sum: 120 * 2490, endDate: MONTHLY },
  // 120 months at 39.90, the starter package, and care every half year from 30 April 2027: 20 times 15.00.
  4101: { count: 120 + 1 + 20, sum: 120 * 3990 + 2900 + 20 * 1500, endDate: MONTHLY },
  // The first month is free. Then, on each 28th, 24 payments of 34.90, and 96 of 39.90 from 28 February 2029 to 28
  // January 2037.
  4102: { count: 24 + 96, sum: 24 * 3490 + 96 * 3990, endDate: '2037-04-27' },
  // Ten payments on 15 July and, from 2028 to 2037, ten on 15 January; extended by six months.
  4103: { count: 20, sum: 10 * 12900 + 10 * 14900, endDate: '2037-07-30' },
  4104: { count: 1, sum: 39900, endDate: '2028-01-30' },
  // Three months at 19.90, three at 29.90, and 114 at 39.90.
  4105: { count: 120, sum: 3 * 1990 + 3 * 2990 + 114 * 3990, endDate: MONTHLY },
  4106: { count: 0, sum: 0, endDate: '2027-02-13' },
  4107: { count: 1, sum: 9900, endDate: '2027-04-29' },
  4301: { count: 121, sum: 120 * 8900 + 4900, endDate: MONTHLY },
  4311: { count: 1, sum: 54000, endDate: '2027-07-30' },
  4321: { count: 3, sum: 3 * 6900, endDate: '2027-04-29' },
  4501: { count: 121, sum: 120 * 3500 + 2000, endDate: MONTHLY },
  4701: { count: 121, sum: 120 * 4900 + 2500, endDate: MONTHLY },
  4811: { count: 121, sum: 120 * 4500 + 3000, endDate: MONTHLY },
  4911: { count: 121, sum: 120 * 3900 + 2500, endDate: MONTHLY },
};
