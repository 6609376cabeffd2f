import { Type } from 'typebox';
import { CalendarDate, Int64 } from '../../core/http/schemas.js';
import { PARTICIPATIONS } from './bookings.tables.js';
import { MINUTE_TERM_UNITS } from './terms.js';

export const SLICES = { least: 10, most: 100, usual: 50 };

export const Int32 = Type.Integer({ format: 'int32' });
export const DateTime = Type.String({ format: 'date-time', examples: ['2026-11-23T18:00:00+01:00'] });
export const MinuteTerm = Type.Object(
  {
    value: Int32,
    unit: Type.Enum(MINUTE_TERM_UNITS, { type: 'string' }),
  },
  { title: 'MinuteTerm' },
);
export const id = (example: number) => Type.Integer({ ...Int64, examples: [example] });
export const BookedCustomer = Type.Integer({
  ...Int64,
  description: 'Id of a lead or another customer of the studio.',
  examples: [100001],
});

export const Instructor = Type.Object(
  {
    id: id(610001),
    firstName: Type.String(),
    lastName: Type.String(),
    publicName: Type.Optional(Type.String({ examples: ['Jo'] })),
  },
  { title: 'Instructor' },
);

/** What a booking says about its class slot or appointment, and about the person's part in it. */
export const Progress = Type.Enum(['PLANNED', 'CANCELED', 'COMPLETED'], { type: 'string' });
export const Participation = Type.Enum(PARTICIPATIONS, { type: 'string' });

/** First day of a list of slots, and how many days it lists. */
export const windowQuery = (least: number) => ({
  daysAhead: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: least,
      maximum: 6,
      default: 1,
      description: 'The number of days after the first.',
    }),
  ),
  slotWindowStartDate: Type.Optional(
    Type.String({ ...CalendarDate, description: 'The first day; today if absent.' }),
  ),
});
