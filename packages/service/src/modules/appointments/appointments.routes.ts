import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { addTerm, type CalendarDate, todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { requestLanguage } from '../../core/http/request-meta.js';
import { Int64, NO_OTHER_FILTERS, VoidResult } from '../../core/http/schemas.js';
import { requestedSlice, sliceById, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { translate } from '../../core/i18n/translate.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import type { BookedAs } from '../bookings/booking-rules.js';
import { customerBookings } from '../bookings/bookings.js';
import { id, SLICES, windowQuery } from '../bookings/bookings.schema.js';
import type { TrialOffer } from '../bookings/terms.js';
import { studioOf } from '../integrations/api-key.js';
import type { Studio } from '../studios/studios.tables.js';
import {
  bookAppointment,
  cancelOwnAppointment,
  findAppointmentBooking,
  validateAppointment,
  withAppointments,
} from './appointment-bookings.js';
import {
  appointmentSlots,
  type BookableAppointment as Bookable,
  findAppointment,
  listAppointments,
  noAppointment,
} from './appointment-slots.js';
import {
  AppointmentBooking,
  AppointmentBookingRequest,
  AppointmentSlots,
  AppointmentValidation,
  BookableAppointment,
  toAppointmentBooking,
  toBookable,
  toRequest,
  toSlots,
} from './appointments.schema.js';

type AppointmentRequest = FastifyRequest<{ Body: Static<typeof AppointmentBookingRequest> }>;

const appointmentPath = Type.Object({ bookableAppointmentId: Int64 });
const slotsQuery = Type.Object(
  {
    customerId: Type.Optional(
      Type.Integer({ ...Int64, description: 'Leaves out the times at which this customer has a booking.' }),
    ),
    ...windowQuery(1),
  },
  NO_OTHER_FILTERS,
);

/** Loads the slots of an appointment on the days that a request asks for. */
async function requestedSlots(
  context: Context,
  studio: Studio,
  appointment: Bookable,
  query: {
    readonly customerId?: number;
    readonly daysAhead?: number;
    readonly slotWindowStartDate?: CalendarDate;
  },
  offer: TrialOffer | null,
): Promise<Static<typeof AppointmentSlots>> {
  const { customerId, daysAhead = 1, slotWindowStartDate: from = todayAt(context, studio) } = query;
  const until = addTerm(from, { value: daysAhead, unit: 'DAY' });
  const slots = await appointmentSlots(context, studio, appointment, { from, until, customerId, offer });
  return toSlots(slots, studio.timeZone);
}

async function validated(
  context: Context,
  request: AppointmentRequest,
  as: BookedAs['as'],
): Promise<Static<typeof AppointmentValidation>> {
  const asked = toRequest(request.body, as);
  return { validationStatus: await validateAppointment(context, studioOf(request), asked) };
}

async function booked(
  context: Context,
  request: AppointmentRequest,
  as: BookedAs['as'],
): Promise<Static<typeof AppointmentBooking>> {
  const studio = studioOf(request);
  const asked = toRequest(request.body, as);
  const made = await bookAppointment(context, studio, asked, keyedRequest(context, request));
  return toAppointmentBooking(made, context.clock.now(), studio.timeZone);
}

/** Books appointments for members, and cancels their bookings. */
export function appointmentRoutes(context: Context): FastifyPluginAsyncTypebox {
  const tags = ['Appointments'];
  const READ = 'APPOINTMENTS_READ';
  const WRITE = 'APPOINTMENTS_WRITE';
  const READ_BOOKABLE = 'BOOKABLE_APPOINTMENTS_READ';
  const bookingPath = Type.Object({ bookingId: Int64 });
  return async (app) => {
    app.get(
      '/v1/appointments/bookable',
      {
        config: { operation: 'getBookableAppointments', scope: READ_BOOKABLE },
        schema: {
          operationId: 'getBookableAppointments',
          tags,
          summary: `Lists the appointments that can be booked, ordered by id. Scope ${READ_BOOKABLE}.`,
          querystring: Type.Object(sliceQuery(SLICES), NO_OTHER_FILTERS),
          response: { 200: sliceOf(BookableAppointment) },
        },
      },
      async (request) => {
        const range = requestedSlice(request.query, SLICES);
        const found = await listAppointments(context.db, studioOf(request), range, 'ALL');
        return sliceById(found, range, toBookable);
      },
    );

    app.get(
      '/v1/appointments/bookable/:bookableAppointmentId',
      {
        config: { operation: 'getBookableAppointment', scope: READ_BOOKABLE },
        schema: {
          operationId: 'getBookableAppointment',
          tags,
          summary: `Returns an appointment that can be booked. Scope ${READ_BOOKABLE}.`,
          params: appointmentPath,
          response: { 200: BookableAppointment },
        },
      },
      async (request) => {
        const { bookableAppointmentId } = request.params;
        return toBookable(
          (await findAppointment(context.db, studioOf(request), bookableAppointmentId)).appointment,
        );
      },
    );

    app.get(
      '/v1/appointments/bookable/:bookableAppointmentId/slots',
      {
        config: { operation: 'getBookableAppointmentSlots', scope: READ_BOOKABLE, customerInQuery: true },
        schema: {
          operationId: 'getBookableAppointmentSlots',
          tags,
          summary: `Lists the times at which an appointment can be booked, on some days. Scope ${READ_BOOKABLE}.`,
          params: appointmentPath,
          querystring: slotsQuery,
          response: { 200: AppointmentSlots },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const { bookableAppointmentId } = request.params;
        const { appointment } = await findAppointment(context.db, studio, bookableAppointmentId);
        return requestedSlots(context, studio, appointment, request.query, null);
      },
    );

    app.post(
      '/v1/appointments/bookable/validate',
      {
        config: { operation: 'validateForAppointmentBooking', scope: WRITE, customerInBody: true },
        schema: {
          operationId: 'validateForAppointmentBooking',
          tags,
          summary: `Checks whether a member can book an appointment. Returns 200 in either case. Scope ${WRITE}.`,
          body: AppointmentBookingRequest,
          response: { 200: AppointmentValidation },
        },
      },
      (request) => validated(context, request, 'MEMBER'),
    );

    app.post(
      '/v1/appointments/booking/book',
      {
        config: { operation: 'bookAppointmentBooking', scope: WRITE, customerInBody: true },
        schema: {
          operationId: 'bookAppointmentBooking',
          tags,
          summary: `Books an appointment for a member. Scope ${WRITE}.`,
          body: AppointmentBookingRequest,
          headers: IdempotencyHeaders,
          response: { 200: AppointmentBooking },
        },
      },
      (request) => booked(context, request, 'MEMBER'),
    );

    app.get(
      '/v1/appointments/booking/:bookingId',
      {
        config: { operation: 'getAppointmentBooking', scope: READ },
        schema: {
          operationId: 'getAppointmentBooking',
          tags,
          summary: `Returns a booking of an appointment. Scope ${READ}.`,
          params: bookingPath,
          response: {
            200: Type.Object(
              { ...AppointmentBooking.properties, customerId: id(100001) },
              { title: 'AppointmentBookingOfCustomer' },
            ),
          },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const found = await findAppointmentBooking(context.db, studio, request.params.bookingId);
        const { customerId } = found.booking;
        return { ...toAppointmentBooking(found, context.clock.now(), studio.timeZone), customerId };
      },
    );

    app.delete(
      '/v1/appointments/booking/:bookingId',
      {
        config: { operation: 'deleteAppointmentBooking', scope: WRITE },
        schema: {
          operationId: 'deleteAppointmentBooking',
          tags,
          summary: `Cancels a booking of an appointment. Scope ${WRITE}.`,
          params: bookingPath,
          response: { 200: VoidResult },
        },
      },
      async (request) => {
        await cancelOwnAppointment(context, studioOf(request), request.params.bookingId);
        return { success: translate(requestLanguage(request), 'booking.canceled') };
      },
    );

    app.get(
      '/v1/appointments/booking',
      {
        config: { operation: 'getAppointmentBookings', scope: READ, customerInQuery: true },
        schema: {
          operationId: 'getAppointmentBookings',
          tags,
          summary: `Lists a customer's bookings of appointments from two weeks ago until two weeks ahead. Scope ${READ}.`,
          querystring: Type.Object({ customerId: Int64 }, NO_OTHER_FILTERS),
          response: { 200: Type.Array(AppointmentBooking) },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const { customerId } = request.query;
        const found = await customerBookings(context, studio, customerId, 'APPOINTMENT');
        const now = context.clock.now();
        return (await withAppointments(context.db, found)).map((booking) =>
          toAppointmentBooking(booking, now, studio.timeZone),
        );
      },
    );
  };
}

/** Books appointments for people who want to try them. */
export function trialAppointmentRoutes(context: Context): FastifyPluginAsyncTypebox {
  const tags = ['Trial Offers'];
  const READ = 'TRIAL_OFFER_READ';
  const WRITE = 'TRIAL_OFFER_WRITE';
  /** Scopes for the operation that stores nothing. Either scope is sufficient. */
  const TRY_SCOPES = [READ, WRITE];
  return async (app) => {
    app.get(
      '/v1/trial-offers/bookable-trial-offers/appointments/bookable',
      {
        config: { operation: 'getBookableTrialOfferAppointments', scope: READ },
        schema: {
          operationId: 'getBookableTrialOfferAppointments',
          tags,
          summary: `Lists the appointments that people can try, ordered by id. Scope ${READ}.`,
          querystring: Type.Object(sliceQuery(SLICES)),
          response: {
            200: sliceOf(
              Type.Object(
                {
                  trialOfferConfigId: id(10001),
                  trialOfferBookableAppointment: BookableAppointment,
                  id: id(12001),
                },
                { title: 'BookableTrialAppointment' },
              ),
            ),
          },
        },
      },
      async (request) => {
        const range = requestedSlice(request.query, SLICES);
        const found = await listAppointments(context.db, studioOf(request), range, 'TRIALS');
        return sliceById(found, range, (appointment) => ({
          trialOfferConfigId: appointment.trialOfferId ?? 0,
          trialOfferBookableAppointment: toBookable(appointment),
          id: appointment.id,
        }));
      },
    );

    app.get(
      '/v1/trial-offers/bookable-trial-offers/appointments/bookable/:bookableAppointmentId/slots',
      {
        config: {
          operation: 'getBookableAppointmentSlotsForTrialOffers',
          scope: READ,
          customerInQuery: true,
        },
        schema: {
          operationId: 'getBookableAppointmentSlotsForTrialOffers',
          tags,
          summary: `Lists the times at which people can try an appointment, on some days. Scope ${READ}.`,
          params: appointmentPath,
          querystring: slotsQuery,
          response: { 200: AppointmentSlots },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const { bookableAppointmentId } = request.params;
        const { appointment, offer } = await findAppointment(context.db, studio, bookableAppointmentId);
        if (!offer) throw noAppointment(bookableAppointmentId);
        return requestedSlots(context, studio, appointment, request.query, offer);
      },
    );

    app.post(
      '/v1/trial-offers/appointments/booking/validate',
      {
        config: {
          operation: 'validateForAppointmentBookingForTrialOffers',
          scope: TRY_SCOPES,
          customerInBody: true,
        },
        schema: {
          operationId: 'validateForAppointmentBookingForTrialOffers',
          tags,
          summary: `Checks whether a customer can book an appointment as a trial. Returns 200 in either case. Scope ${TRY_SCOPES.join(' or ')}.`,
          body: AppointmentBookingRequest,
          response: { 200: AppointmentValidation },
        },
      },
      (request) => validated(context, request, 'TRIAL'),
    );

    app.post(
      '/v1/trial-offers/appointments/booking/book',
      {
        config: { operation: 'bookAppointmentForTrialOffer', scope: WRITE, customerInBody: true },
        schema: {
          operationId: 'bookAppointmentForTrialOffer',
          tags,
          summary: `Books an appointment as a trial. Scope ${WRITE}.`,
          body: AppointmentBookingRequest,
          headers: IdempotencyHeaders,
          response: { 200: AppointmentBooking },
        },
      },
      (request) => booked(context, request, 'TRIAL'),
    );
  };
}
