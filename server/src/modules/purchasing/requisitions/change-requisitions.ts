import { type Actor, ownerIdOf } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Clock } from '#kernel/time'
import type { Carts } from '#modules/cart'
import { findUnitOfMember } from '#modules/identity'
import { takeNumber } from '#modules/numbering'
import { type Address, mergeEqual } from '#modules/orders'
import { codesOfLines } from '#modules/orders/line-references'
import type { Quoter } from '#modules/quotes'
import { buyingUnitOf, type Structure } from '#modules/structure'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { releaseFromLines, releasePriceProofs } from './attachments/attachment-store.ts'
import { useAttachments } from './attachments/use-attachments.ts'
import { fail } from './failures.ts'
import { clearSourcing, listLines, replaceOpenLines } from './line-store.ts'
import { type DraftLine, type LineInput, readLines, trim } from './read-input.ts'
import {
  isEditable,
  linesMax,
  openMax,
  type Requisition,
  type RequisitionLine,
  type RequisitionState,
  requisitionStates,
} from './requisition.ts'
import {
  deleteRequisition,
  findRequisition,
  insertHistory,
  insertRequisition,
  lockRequisition,
  lockRequisitionsOf,
  updateRequisition,
} from './requisition-store.ts'
import { boughtFor, isBoughtFor, mayRead } from './who-reads.ts'

export type ChangeDeps = {
  readonly database: Database
  readonly now: Clock
  readonly quoter: Pick<Quoter, 'quote'>
  readonly carts: Pick<Carts, 'read' | 'lockForCheckout' | 'removeBoughtLines'>
  readonly structure: Pick<Structure, 'assertCodesListed'>
}

type Fields = {
  readonly title: string
  readonly neededBy?: string | undefined
  readonly shipTo?: Address | undefined
  readonly note?: string | undefined
}

export type RequisitionInput = Fields & {
  /** Undefined: that of the cart, or the one that the requester belongs to. */
  readonly unitId?: string | undefined
  readonly lines?: readonly LineInput[] | undefined
  /** The lines are the content of the cart, which is empty afterwards. */
  readonly fromCart?: boolean | undefined
}

/** A requisition of wishes in words. */
export type WishInput = Fields & {
  readonly lines: readonly (Omit<LineInput, 'productId'> & { readonly what: string })[]
}

/** Null removes what was there. */
export type RequisitionChange = {
  /** Null: the one that the requester belongs to. */
  readonly unitId?: string | null | undefined
  readonly title?: string | undefined
  readonly neededBy?: string | null | undefined
  readonly shipTo?: Address | null | undefined
  readonly note?: string | null | undefined
  /** Replaces all open lines. */
  readonly lines?: readonly LineInput[] | undefined
  readonly expectedVersion?: number | undefined
}

/** Throws `requisitions.requisition_not_found` for a requisition that the actor may not read, as for an unknown one. */
export async function readRequisition(
  conn: Conn,
  actor: Actor,
  requisitionId: string,
): Promise<Requisition> {
  const found = await findRequisition(conn, actor.companyId, requisitionId)
  if (!found || !mayRead(actor, found, await boughtFor(conn, actor)))
    throw fail('requisition_not_found', { requisitionId })
  return found
}

/** Locks a requisition that the actor is going to change, until the transaction ends. */
export async function lockReadable(tx: Tx, actor: Actor, requisitionId: string) {
  const locked = await lockRequisition(tx, actor.companyId, requisitionId)
  if (!locked || !mayRead(actor, locked, await boughtFor(tx, actor)))
    throw fail('requisition_not_found', { requisitionId })
  return locked
}

/** Locks a requisition for a step of its buyers. Its requester takes such a step only as a buyer for its unit. */
export async function lockBought(
  tx: Tx,
  actor: Actor,
  requisitionId: string,
): Promise<Requisition> {
  const locked = await lockRequisition(tx, actor.companyId, requisitionId)
  const unitIds = await boughtFor(tx, actor)
  if (!locked || !mayRead(actor, locked, unitIds)) {
    throw fail('requisition_not_found', { requisitionId })
  }
  if (!isBoughtFor(locked, unitIds)) throw fail('buyer_of_unit_required', { requisitionId })
  return locked
}

/** Locks a requisition of the actor. */
export async function lockOwn(tx: Tx, actor: Actor, requisitionId: string): Promise<Requisition> {
  const locked = await lockReadable(tx, actor, requisitionId)
  if (locked.requesterId !== ownerIdOf(actor)) {
    throw fail('requisition_of_another', { requisitionId })
  }
  return locked
}

export function assertState(
  { state }: Pick<Requisition, 'state'>,
  isAllowed: (state: RequisitionState) => boolean,
): void {
  if (isAllowed(state)) return
  throw fail('not_in_state', { state, allowed: requisitionStates.filter(isAllowed) })
}

export async function createRequisition(
  deps: ChangeDeps,
  actor: Actor,
  input: RequisitionInput,
): Promise<Requisition> {
  const now = deps.now()
  if (input.fromCart && input.lines) throw fail('cart_or_lines')
  const given = readLines(input.lines ?? [], now)
  const cart = input.fromCart ? await deps.carts.read(actor) : undefined
  return deps.database.transaction(async (tx) => {
    const id = newId('rqn', now)
    const { lines, unitId: unitOfCart } = cart
      ? await takeCart(deps, tx, actor, { id, now, snapshotVersion: cart.cart.snapshotVersion })
      : { lines: given, unitId: undefined }
    const unitId = await findUnitOf(tx, actor, input.unitId ?? unitOfCart)
    if (!cart) await assertSold(deps, tx, { companyId: actor.companyId, unitId }, lines)
    await assertListedCodes(deps, tx, actor, lines)
    return insertDraft(tx, actor, { id, fields: input, unitId, lines, now })
  })
}

/** Participant: a draft of the actor with lines in words. The caller has checked the forms of their values. */
export async function draftRequisition(
  tx: Tx,
  actor: Actor,
  { lines, ...fields }: WishInput,
  now: Date,
): Promise<Requisition> {
  const id = newId('rqn', now)
  const unitId = await findUnitOf(tx, actor, undefined)
  return insertDraft(tx, actor, { id, fields, unitId, lines: readLines(lines, now), now })
}

async function insertDraft(
  tx: Tx,
  actor: Actor,
  draft: {
    readonly id: Requisition['id']
    readonly fields: Fields
    readonly unitId: string | undefined
    readonly lines: readonly DraftLine[]
    readonly now: Date
  },
): Promise<Requisition> {
  const { id, fields, unitId, lines, now } = draft
  const { companyId } = actor
  const requesterId = ownerIdOf(actor)
  if ((await lockRequisitionsOf(tx, companyId, requesterId)) >= openMax) {
    throw fail('limit_reached', { limit: openMax })
  }
  const created: Requisition = {
    id,
    companyId,
    number: await takeNumber(tx, companyId, 'REQUISITION', now),
    requesterId,
    unitId,
    title: fields.title.trim(),
    state: 'DRAFT',
    neededBy: fields.neededBy,
    shipTo: fields.shipTo,
    note: trim(fields.note),
    order: undefined,
    submittedAt: undefined,
    version: 1,
    createdAt: now,
    changedAt: now,
  }
  await insertRequisition(tx, created)
  await replaceOpenLines(tx, created, lines)
  await useAttachments(tx, actor, created, lines)
  await insertHistory(tx, created, {
    version: 1,
    state: 'DRAFT',
    actorId: requesterId,
    comment: undefined,
    orderId: undefined,
    at: now,
  })
  auditRequisition(tx, actor, 'created', created, lines.length)
  return created
}

/** Absent fields do not change. */
export async function changeRequisition(
  deps: ChangeDeps,
  actor: Actor,
  requisitionId: string,
  change: RequisitionChange,
): Promise<Requisition> {
  const now = deps.now()
  const lines = change.lines && readLines(change.lines, now)
  return deps.database.transaction(async (tx) => {
    const before = await lockOwn(tx, actor, requisitionId)
    assertState(before, isEditable)
    const { expectedVersion = before.version } = change
    if (expectedVersion !== before.version) {
      throw fail('version_conflict', { expected: expectedVersion, current: before.version })
    }
    const unitId =
      change.unitId === undefined
        ? before.unitId
        : await findUnitOf(tx, actor, change.unitId ?? undefined)
    const changed: Requisition = {
      ...before,
      unitId,
      title: change.title?.trim() ?? before.title,
      neededBy: keepOrChange(before.neededBy, change.neededBy),
      shipTo: keepOrChange(before.shipTo, change.shipTo),
      note: trim(keepOrChange(before.note, change.note)),
      version: before.version + 1,
      changedAt: now,
    }
    const openLines = unitId === before.unitId ? [] : await leaveUnit(tx, before)
    await assertSold(deps, tx, changed, lines ?? openLines)
    await updateRequisition(tx, changed)
    if (lines) {
      await assertListedCodes(deps, tx, actor, lines)
      await replaceOpenLines(tx, changed, await afterOrderedLines(tx, changed, lines))
      await useAttachments(tx, actor, changed, lines)
      await releaseFromLines(tx, changed)
    }
    auditRequisition(tx, actor, 'changed', changed, lines?.length)
    return changed
  })
}

/**
 * The open lines, which go to another unit. The buyers of the former unit sourced them for that unit alone. A line that waits with an order
 * would come back sourced.
 */
async function leaveUnit(tx: Tx, before: Requisition): Promise<RequisitionLine[]> {
  const lines = await listLines(tx, before)
  const waiting = lines.filter(({ state }) => state === 'IN_APPROVAL')
  if (waiting.length > 0) throw fail('lines_in_approval', { lineIds: waiting.map(({ id }) => id) })
  await releasePriceProofs(tx, before)
  await clearSourcing(tx, before)
  return lines.filter(({ state }) => state === 'OPEN')
}

/** Undefined: the value stays. Null: there is none from now on. */
function keepOrChange<Value>(
  before: Value | undefined,
  change: Value | null | undefined,
): Value | undefined {
  return change === undefined ? before : (change ?? undefined)
}

/** The new lines, behind those that are in an order or cancelled: these stay. */
async function afterOrderedLines(
  tx: Tx,
  requisition: Requisition,
  lines: readonly RequisitionLine[],
): Promise<RequisitionLine[]> {
  const staying = (await listLines(tx, requisition)).filter(({ state }) => state !== 'OPEN')
  if (staying.length + lines.length > linesMax) throw fail('lines_too_many', { max: linesMax })
  const last = staying.at(-1)?.position ?? 0
  return lines.map((line) => ({ ...line, position: last + line.position }))
}

export async function removeRequisition(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  requisitionId: string,
): Promise<void> {
  const now = clock()
  await database.transaction(async (tx) => {
    const own = await lockOwn(tx, actor, requisitionId)
    assertState(own, (state) => state === 'DRAFT')
    await deleteRequisition(tx, own)
    auditRequisition(tx, actor, 'deleted', { ...own, changedAt: now })
  })
}

/** Who chooses no unit asks for the unit that they belong to, whatever they may order for other units. */
async function findUnitOf(
  tx: Tx,
  actor: Actor,
  chosenId: string | undefined,
): Promise<string | undefined> {
  const ownId = await findUnitOfMember(tx, actor.companyId, ownerIdOf(actor))
  if (chosenId === undefined || chosenId === ownId) return ownId
  return (await buyingUnitOf(tx, actor, chosenId)).unitId
}

/** The products that the unit can buy. Requisitions take no others, but keep those that end later. */
async function assertSold(
  { quoter }: ChangeDeps,
  tx: Tx,
  { companyId, unitId }: Pick<Requisition, 'companyId' | 'unitId'>,
  lines: readonly RequisitionLine[],
): Promise<void> {
  const items = lines.flatMap(({ productId, quantity }) =>
    productId === undefined ? [] : [{ productId, quantity }],
  )
  if (items.length === 0) return
  const sold = await quoter.quote(tx, { companyId, unitId }, items)
  const missing = items.find(({ productId }) => !sold.has(productId))
  if (missing) throw fail('product_not_found', { productId: missing.productId })
}

/** Participant. An order can name the codes of the lines today. Throws `structure.code_unknown`. */
export async function assertListedCodes(
  { structure }: Pick<ChangeDeps, 'structure'>,
  tx: Tx,
  { companyId }: Actor,
  lines: readonly RequisitionLine[],
): Promise<void> {
  await structure.assertCodesListed(tx, companyId, codesOfLines(lines))
}

/** Participant: the lines and the chosen unit of the cart, which is empty after the commit. */
async function takeCart(
  { carts }: ChangeDeps,
  tx: Tx,
  actor: Actor,
  cart: { readonly id: Requisition['id']; readonly snapshotVersion: number; readonly now: Date },
): Promise<{ readonly lines: DraftLine[]; readonly unitId: string | undefined }> {
  const { id: checkoutId, snapshotVersion, now } = cart
  const checkout = { expectedSnapshotVersion: snapshotVersion, checkoutId }
  const taken = await carts.lockForCheckout(tx, actor, checkout)
  if (taken.lines.length > linesMax) {
    throw fail('cart_too_large', { lines: taken.lines.length, max: linesMax })
  }
  carts.removeBoughtLines(tx, actor.companyId, taken.cartId, {
    checkoutId,
    lines: taken.lines,
    now,
  })
  // A requisition goes to one address.
  const lines = mergeEqual(taken.lines.map(({ itemId: _, addressId: __, ...line }) => line))
  return { lines: readLines(lines, now), unitId: taken.unitId }
}

function auditRequisition(
  tx: Tx,
  actor: Actor,
  done: 'created' | 'changed' | 'deleted',
  { companyId, id, changedAt, state }: Requisition,
  lines?: number,
): void {
  recordAudit(tx, {
    companyId,
    actor,
    action: `requisitions.requisition_${done}`,
    target: { type: 'requisition', id },
    outcome: 'done',
    details: { state, ...(lines !== undefined && { lines }) },
    now: changedAt,
  })
}
