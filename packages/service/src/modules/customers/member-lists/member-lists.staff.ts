import { Type } from 'typebox';
import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { createMemberList, setMemberListEntry } from './member-lists.js';

const Entry = Type.Object({ listId: Type.Integer(), customerId: Type.Integer() });

export const MEMBER_LIST_ACTIONS = [
  defineStaffAction({
    name: 'member-list.create',
    summary: 'Creates a list of members.',
    input: Type.Object({ name: Type.String({ pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$', maxLength: 200 }) }),
    run: async ({ context, tx, studio, input: { name } }) => {
      const id = await createMemberList(context, tx, studio, name);
      return { entity: `member-list ${id}`, changed: { created: true } };
    },
  }),
  defineStaffAction({
    name: 'member-list.add',
    summary: 'Adds a customer to a list.',
    input: Entry,
    run: async ({ context, tx, studio, input }) => {
      await setMemberListEntry(context, tx, studio, { ...input, isOn: true });
      return { entity: `member-list ${input.listId}`, changed: { added: input.customerId } };
    },
  }),
  defineStaffAction({
    name: 'member-list.remove',
    summary: 'Removes a customer from a list.',
    input: Entry,
    run: async ({ context, tx, studio, input }) => {
      await setMemberListEntry(context, tx, studio, { ...input, isOn: false });
      return { entity: `member-list ${input.listId}`, changed: { removed: input.customerId } };
    },
  }),
];
