import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { type CalendarDate, calendarDateIn, todayAt } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { sealedJson } from '../../../core/database/sealed-json.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { customers } from '../../customers/customers.tables.js';
import { storeDocument } from '../../documents/documents.js';
import { documents } from '../../documents/documents.tables.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { cancelationChoice } from '../cancelations/cancelation-choice.js';
import { cancelContract, requestCancelation } from '../cancelations/cancelations.js';
import { contracts } from '../contracts/contracts.tables.js';
import { lockContract, type LockedContract } from '../contracts/lock-contract.js';
import { signedTermsOf } from '../contracts/signed-terms.js';
import { withdrawalProblem, withdrawContract } from '../withdrawals/withdrawals.js';
import { acknowledge, acknowledgementPdf, acknowledgementText } from './acknowledgement.js';
import { type DeclarationDetails, DECLARATION, type DeclarationContent } from './declarations.stored.js';
import { type DeclarationKind, type DeclarationProblem, declarations } from './declarations.tables.js';
import { contractIdIn, endDateFor, isDeclaredBy } from './matching.js';

/** Encrypts what members have declared, bound to the `key` of the declaration. */
export const SEALED_DECLARATION = sealedJson(declarations.contentEncrypted, DECLARATION);

export type Declaration = typeof declarations.$inferSelect;

/** A declaration with what was declared. */
export interface ReadDeclaration {
  readonly declaration: Declaration;
  readonly content: DeclarationContent;
}

export interface NewDeclaration {
  /** Identifies the form from which the declaration was sent. */
  readonly formKey: string;
  readonly kind: DeclarationKind;
  readonly details: DeclarationDetails;
  /** Language of the acknowledgement. */
  readonly language: string;
}

/**
 * Returns the key of a declaration. A form that is sent twice has the same key, and one that was changed in between has
 * another. Without the random key of the form, it cannot be guessed.
 */
export function keyOf(studio: Studio, { formKey, kind, details }: NewDeclaration): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([studio.id, formKey, kind, details]))
    .digest('hex');
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns the declaration with a key, or null. */
export async function findDeclaration(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  key: string,
): Promise<ReadDeclaration | null> {
  const [declaration] = await db.select().from(declarations).where(eq(declarations.key, key));
  return declaration ? { declaration, content: contentOf({ keys }, declaration) } : null;
}

/** Decrypts what was declared. */
export function contentOf(
  { keys }: Pick<Context, 'keys'>,
  { key, contentEncrypted }: Declaration,
): DeclarationContent {
  return SEALED_DECLARATION.open(keys, key, contentEncrypted);
}

/**
 * Stores a declaration and notifies partners, who send the acknowledgement by e-mail. It does not look for the contract,
 * so that neither the result nor its time shows whether one exists. The same form sent again changes nothing.
 */
export async function declare(
  context: Context,
  studio: Studio,
  declared: NewDeclaration,
): Promise<ReadDeclaration> {
  const { keys } = context;
  const { kind, details, language } = declared;
  const key = keyOf(studio, declared);
  const receivedAt = context.clock.now();
  const content = { details, acknowledgement: acknowledge(studio, language, { kind, details, receivedAt }) };
  return context.db.transaction(async (tx) => {
    const [declaration] = await tx
      .insert(declarations)
      .values({
        ...{ key, kind, receivedAt },
        studioId: studio.id,
        status: 'RECEIVED',
        contentEncrypted: SEALED_DECLARATION.seal(keys, key, content),
      })
      .onConflictDoNothing({ target: declarations.key })
      .returning();
    if (!declaration) {
      const earlier = await findDeclaration({ db: tx, keys }, key);
      if (!earlier) throw new Error('The declaration was deleted while it was sent again.');
      return earlier;
    }
    await emit(context, tx, studio.id, {
      type: 'DECLARATION_RECEIVED',
      entityId: declaration.id,
      content: {
        ...{ kind, language, receivedAt: receivedAt.toISOString() },
        ...{ name: details.name, contractNumber: details.contractNumber, email: details.email },
        subject: content.acknowledgement.heading,
        text: acknowledgementText(content.acknowledgement),
      },
    });
    return { declaration, content };
  });
}

/** Looks for the contract of a declaration that was received, and carries it out or leaves it to staff. */
export async function settleReceived(context: Context, key: string, traceId: string): Promise<void> {
  const found = await findDeclaration(context, key);
  if (found?.declaration.status !== 'RECEIVED') return;
  const { declaration, content } = found;
  const [studio] = await context.db.select().from(studios).where(eq(studios.id, declaration.studioId));
  if (!studio) throw new Error('The studio of the declaration no longer exists.');
  const contractId = await matchingContract(context.db, studio, content.details);
  await context.db.transaction(async (tx) => {
    if (contractId !== null) {
      const from = 'RECEIVED';
      await settle({ context, tx, traceId }, studio, { declarationId: declaration.id, contractId, from });
      return;
    }
    await tx
      .update(declarations)
      .set({ status: 'OPEN', problem: 'NOT_MATCHED' })
      .where(and(eq(declarations.key, key), eq(declarations.status, 'RECEIVED')));
  });
}

/** Returns the contract of the studio with the declared number, name and e-mail address; null if there is none. */
async function matchingContract(
  db: Database,
  studio: Studio,
  details: DeclarationDetails,
): Promise<number | null> {
  const contractId = contractIdIn(details.contractNumber);
  if (contractId === null) return null;
  const customer = await customerOf(db, studio, contractId);
  return customer && isDeclaredBy(details, customer) ? contractId : null;
}

async function customerOf(db: Database, studio: Studio, contractId: number) {
  const [found] = await db
    .select({ customer: customers })
    .from(contracts)
    .innerJoin(customers, and(eq(customers.id, contracts.customerId), isNull(customers.erasedAt)))
    .where(and(eq(contracts.id, contractId), eq(customers.studioId, studio.id)));
  return found?.customer ?? null;
}

interface Settlement {
  readonly declarationId: number;
  readonly contractId: number;
  readonly from: 'RECEIVED' | 'OPEN';
}

/**
 * Assigns a declaration to a contract and stores its acknowledgement among the customer's documents. A withdrawal is
 * carried out and an ordinary cancellation is requested, as if on the day of its receipt; whatever else, or is not
 * possible, is left to staff.
 *
 * @throws ApiError 404 if the studio has no such declaration or contract; 400 if the declaration is in another status.
 */
export async function settle(
  unit: UnitOfWork,
  studio: Studio,
  { declarationId, contractId, from }: Settlement,
): Promise<Pick<Declaration, 'status' | 'problem'>> {
  const { context, tx } = unit;
  if (!(await customerOf(tx, studio, contractId))) throw noContract(contractId);
  // The customer is locked before the declaration, as everywhere.
  const locked = await lockContract(context, tx, contractId);
  const { declaration, content } = await lockDeclaration(context, tx, studio, declarationId, from);
  const { customerId } = locked.contract;
  if (declaration.customerId !== customerId) {
    await moveDocument(context, tx, studio, { declaration, content, customerId });
  }
  const problem = await carryOut(unit, locked, { declaration, content });
  const result =
    problem === null ? ({ status: 'DONE', problem } as const) : ({ status: 'OPEN', problem } as const);
  await tx
    .update(declarations)
    .set({
      ...{ contractId, customerId, ...result },
      closedAt: problem === null ? context.clock.now() : null,
    })
    .where(eq(declarations.id, declarationId));
  return result;
}

/** Carries out a declaration if that is possible. @returns why staff have to decide; null if they need not. */
async function carryOut(
  unit: UnitOfWork,
  locked: LockedContract,
  { declaration, content: { details } }: ReadDeclaration,
): Promise<DeclarationProblem | null> {
  const { contract, idleTimes, studio } = locked;
  const { id: contractId } = contract;
  const receivedOn = calendarDateIn(declaration.receivedAt, studio.timeZone);
  if (declaration.kind === 'EXTRAORDINARY_CANCELATION') return 'EXTRAORDINARY';
  if (declaration.kind === 'WITHDRAWAL') {
    if (withdrawalProblem(locked, receivedOn) !== null) return 'NOT_POSSIBLE';
    const { removeInstruments } = details;
    await withdrawContract(unit, studio, { contractId, receivedOn, removeInstruments });
    return null;
  }
  const { dates } = cancelationChoice(signedTermsOf(contract), idleTimes, receivedOn);
  const date = endDateFor(dates, details.date);
  if (date === null || contract.cancelation !== null) return 'NOT_POSSIBLE';
  await requestCancelation(unit.context, unit.tx, studio, { contractId, date, receivedOn });
  return null;
}

/**
 * Stores the acknowledgement among the documents of a customer, and removes it from those of the customer to whom the
 * declaration was assigned before.
 */
async function moveDocument(
  context: Context,
  tx: Database,
  studio: Studio,
  { declaration, content, customerId }: ReadDeclaration & { readonly customerId: number },
): Promise<void> {
  const { key: contentKey, receivedAt } = declaration;
  const { acknowledgement } = content;
  await tx.delete(documents).where(eq(documents.contentKey, contentKey));
  await storeDocument(context, tx, {
    ...{ studioId: studio.id, customerId, contentKey, purpose: 'CUSTOMER', reference: 'declarationId' },
    file: { name: fileNameOf(declaration), bytes: await acknowledgementPdf(acknowledgement, receivedAt) },
    description: acknowledgement.heading,
  });
}

/** Returns the name of the file with the acknowledgement. */
export function fileNameOf({ id, kind }: Pick<Declaration, 'id' | 'kind'>): string {
  return `${kind === 'WITHDRAWAL' ? 'withdrawal' : 'cancellation'}-${id}.pdf`;
}

/**
 * Carries out an open declaration that staff accept: a withdrawal even after its last day, or the end of the contract on
 * a day that they choose; by default on the declared day, or today.
 *
 * @returns the last day of a cancelled contract; null after a withdrawal.
 * @throws ApiError 404 if the studio has no such declaration; 400 if it is not open or belongs to no contract yet, or
 * like `cancelContract` and `withdrawContract`.
 */
export async function acceptDeclaration(
  unit: UnitOfWork,
  studio: Studio,
  { declarationId, date }: { readonly declarationId: number; readonly date?: CalendarDate },
): Promise<CalendarDate | null> {
  const { context, tx } = unit;
  const { contractId } = await declarationOf(tx, studio, declarationId);
  if (contractId === null) {
    throw new ApiError('errormessage.declaration.not.assigned', 'declarationId', { declarationId });
  }
  await lockContract(context, tx, contractId);
  const { declaration, content } = await lockDeclaration(context, tx, studio, declarationId, 'OPEN');
  const { details } = content;
  await close(context, tx, declarationId, 'DONE');
  if (declaration.kind === 'WITHDRAWAL') {
    const receivedOn = calendarDateIn(declaration.receivedAt, studio.timeZone);
    const { removeInstruments } = details;
    await withdrawContract(unit, studio, { contractId, receivedOn, removeInstruments, acceptLate: true });
    return null;
  }
  const today = todayAt(context, studio);
  const declared = details.date ?? today;
  const isExtraordinary = declaration.kind === 'EXTRAORDINARY_CANCELATION';
  return cancelContract(context, tx, studio, {
    contractId,
    date: date ?? (declared < today ? today : declared),
    // Without good cause, it is the studio that lets the member leave early.
    ...(isExtraordinary ? { origin: 'CUSTOMER', isExtraordinary } : { origin: 'STUDIO' }),
  });
}

/**
 * Closes an open declaration about which nothing is to be done.
 *
 * @throws ApiError 404 if the studio has no such declaration; 400 if it is not open.
 */
export async function closeDeclaration(
  context: Context,
  tx: Database,
  studio: Studio,
  declarationId: number,
): Promise<void> {
  await lockDeclaration(context, tx, studio, declarationId, 'OPEN');
  await close(context, tx, declarationId, 'CLOSED');
}

async function close(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  declarationId: number,
  status: 'DONE' | 'CLOSED',
): Promise<void> {
  await tx
    .update(declarations)
    .set({ status, problem: null, closedAt: clock.now() })
    .where(eq(declarations.id, declarationId));
}

/** Finds a declaration of the studio. @throws ApiError 404 if there is none. */
async function declarationOf(tx: Database, studio: Studio, declarationId: number): Promise<Declaration> {
  const [found] = await tx.select().from(declarations).where(isOf(studio, declarationId));
  return found ?? missing(declarationId);
}

/**
 * Locks a declaration in a status. Its customer, if there is one, must be locked before.
 *
 * @throws ApiError 404 if the studio has no such declaration; 400 if it is in another status.
 */
async function lockDeclaration(
  context: Pick<Context, 'keys'>,
  tx: Database,
  studio: Studio,
  declarationId: number,
  expected: Declaration['status'],
): Promise<ReadDeclaration> {
  const [found] = await tx.select().from(declarations).where(isOf(studio, declarationId)).for('update');
  const declaration = found ?? missing(declarationId);
  const { status } = declaration;
  if (status !== expected) {
    throw new ApiError('errormessage.declaration.not.open', 'declarationId', { declarationId, status });
  }
  return { declaration, content: contentOf(context, declaration) };
}

function isOf(studio: Studio, declarationId: number) {
  return and(eq(declarations.id, declarationId), eq(declarations.studioId, studio.id));
}

function missing(declarationId: number): never {
  throw new ApiError('errormessage.declaration.not.found', 'declarationId', { declarationId });
}

function noContract(contractId: number): ApiError {
  return new ApiError('errormessage.membership.contract.not.found', 'contractId', { contractId });
}
