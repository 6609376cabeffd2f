import type { Static } from 'typebox';
import { bookingTimes } from '../../classes/booking-state.js';
import type { TrialBooking } from '../../classes/trial-bookings.js';
import type { BookableTrialClass, ClassSlot as Slot, TrialClass } from '../../classes/trial-classes.js';
import type { TrialOffer } from '../../domain/class.js';
import { formatDateTime } from '../../domain/date-time.js';
import type { BookableClass, Booking, ClassSlot, TrialOfferConfig } from './schemas.js';

export function toBookableClass({
  id,
  definition,
  trialOfferId,
}: BookableTrialClass): Static<typeof BookableClass> {
  const { title, type, duration, category, description, bookable, cancelCondition } = definition;
  const trialOfferClass = { id, title, type, duration, category, description, bookable, cancelCondition };
  return { trialOfferConfigId: trialOfferId, trialOfferClass, id };
}

export function toTrialOfferConfig(id: number, offer: TrialOffer): Static<typeof TrialOfferConfig> {
  const { leadData, ...same } = offer;
  const { id: trialOfferLeadDataConfigId, ...modes } = leadData;
  return { id, ...same, leadDataConfig: { trialOfferLeadDataConfigId, ...modes } };
}

export function toClassSlot(
  slot: Slot & { readonly taken: number },
  { id: classId, definition }: TrialClass,
  offer: TrialOffer,
  timeZone: string,
): Static<typeof ClassSlot> {
  const { earliest, latest } = bookingTimes(slot, definition, offer, timeZone);
  return {
    id: slot.id,
    startDateTime: formatDateTime(slot.startsAt, timeZone),
    endDateTime: formatDateTime(slot.endsAt, timeZone),
    classInformation: { id: classId, title: definition.title },
    location: definition.location,
    earliestBookingDateTime: formatDateTime(earliest, timeZone),
    latestBookingDateTime: formatDateTime(latest, timeZone),
    maxParticipants: slot.maxParticipants,
    bookedParticipants: slot.taken,
    additionalParticipants: 0,
  };
}

export function toBooking(booking: TrialBooking, now: Date): Static<typeof Booking> {
  const { id, slotId, classId, customerId, confirmBy, confirmedAt } = booking;
  const isOpen = confirmBy !== null && confirmedAt === null;
  const bookingStatus = !isOpen
    ? 'BOOKED'
    : now < confirmBy
      ? 'BOOKED_WITH_CONFIRMATION_REQUIRED'
      : 'CANCELED';
  return {
    bookingId: id,
    bookingStatus,
    classSlotId: slotId,
    classId,
    customerId,
    classSlotStatus: 'PLANNED',
    participantStatus: 'UNSET',
  };
}
