import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { Int64, NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { requestedSlice, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { studioOf } from '../integrations/api-key.js';
import { EmployeeSchema } from './employees.stored.js';
import { findEmployee, listEmployees } from './employees.js';

const tags = ['Employees'];
const scope = 'EMPLOYEE_READ';
const SIZES = { least: 10, most: 100, usual: 50 };

const EmployeeRecord = Type.Object(
  {
    id: Type.Integer({ ...Int64, examples: [610001] }),
    ...EmployeeSchema.properties,
  },
  { title: 'Employee' },
);

/** Serves the employees of the studio. */
export function employeeRoutes({ db }: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/employees',
      {
        config: { operation: 'getEmployees', scope },
        schema: {
          operationId: 'getEmployees',
          tags,
          summary: 'Lists the employees of the studio, ordered by id. Scope EMPLOYEE_READ.',
          querystring: Type.Object(sliceQuery(SIZES), NO_OTHER_FILTERS),
          response: { 200: sliceOf(EmployeeRecord) },
        },
      },
      (request) => listEmployees(db, studioOf(request), requestedSlice(request.query, SIZES)),
    );

    app.get(
      '/v1/employees/:id',
      {
        config: { operation: 'getEmployee', scope },
        schema: {
          operationId: 'getEmployee',
          tags,
          summary: 'Returns an employee. Scope EMPLOYEE_READ.',
          params: Type.Object({ id: Int64 }),
          response: { 200: EmployeeRecord },
        },
      },
      (request) => findEmployee(db, studioOf(request), request.params.id),
    );
  };
}
