import { bigint, timestamp } from 'drizzle-orm/pg-core';

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const minorUnits = (name: string) => bigint(name, { mode: 'number' });
export const id64 = (name: string) => bigint(name, { mode: 'number' });
