import { Type } from 'typebox';
import {
  CLOSURE_OPTIONS,
  CLOSURE_TYPES,
  LIMIT_TYPES,
  REJECTION_REASONS,
  type Block,
  type Closure,
} from '../../domain/debt-collection.js';
import { storedForm, type StoredForm } from '../stored-form.js';

export const BLOCK: StoredForm<Block> = storedForm(
  Type.Object({ limitType: Type.Enum(LIMIT_TYPES), endDate: Type.Optional(Type.String()) }),
);

export const CLOSURE: StoredForm<Closure> = storedForm(
  Type.Object({
    type: Type.Enum(CLOSURE_TYPES),
    options: Type.Optional(
      Type.Array(Type.Object({ key: Type.Enum(CLOSURE_OPTIONS), value: Type.String() })),
    ),
    date: Type.String(),
    rejectionReason: Type.Optional(Type.Enum(REJECTION_REASONS)),
    closureReason: Type.Optional(Type.String()),
  }),
);
