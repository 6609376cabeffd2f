import { Type } from 'typebox';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { addEmployee, changeEmployee, deleteEmployee } from './employees.js';
import { EmployeeSchema } from './employees.stored.js';

const employeeId = Type.Integer({ minimum: 1 });

export const EMPLOYEE_ACTIONS = [
  defineStaffAction({
    name: 'employee.add',
    summary: 'Adds an employee.',
    input: EmployeeSchema,
    run: async ({ context, tx, studio, input }) => {
      const id = await addEmployee(context, tx, studio, input);
      return { entity: `employee ${id}`, changed: { created: true } };
    },
  }),
  defineStaffAction({
    name: 'employee.change',
    summary: 'Changes the data of an employee. Omitted fields stay unchanged.',
    input: Type.Object(
      { employeeId, ...Type.Partial(EmployeeSchema).properties },
      { additionalProperties: false },
    ),
    run: async ({ context, tx, studio, input: { employeeId: id, ...changes } }) => {
      await changeEmployee(context, tx, studio, id, changes);
      return { entity: `employee ${id}`, changed: { updated: true } };
    },
  }),
  defineStaffAction({
    name: 'employee.delete',
    summary: 'Deletes an employee who has left.',
    input: Type.Object({ employeeId }),
    run: async ({ context, tx, studio, input: { employeeId: id } }) => {
      await deleteEmployee(context, tx, studio, id);
      return { entity: `employee ${id}`, changed: { deleted: true } };
    },
  }),
];
