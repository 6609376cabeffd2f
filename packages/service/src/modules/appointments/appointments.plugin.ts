import type { Module } from '../../core/module.js';
import { appointmentRoutes, trialAppointmentRoutes } from './appointments.routes.js';

/** Appointments with the employees of a studio, and their bookings. */
export const appointments: Module = async (app, { context }) => {
  app.operations.push(appointmentRoutes(context), trialAppointmentRoutes(context));
};
