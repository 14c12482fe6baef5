import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import type { Money } from '#kernel/money'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import type { Addressed } from '../addresses/move-lines.ts'
import { lapseRequests, releaseRequested } from '../change-requests/end-touched-requests.ts'
import { fail } from '../failures.ts'
import { isLegal, stateAfter } from '../lifecycle.ts'
import type { Order } from '../order.ts'
import { type Party, partyOf } from '../party.ts'
import { lapseTouched, releaseTouched } from '../proposals/lapse-touched.ts'
import type { AddedLines } from '../raises/added-lines.ts'
import { findOvertaken, withdrawRaise } from '../raises/end-raise.ts'
import { insertAddedLines } from '../raises/raise-store.ts'
import { changesBetween } from '../versions/version.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import type { LineProgress } from './line-progress.ts'
import {
  type LockedOrder,
  lockOrder,
  saveAddresses,
  saveHold,
  saveLines,
  saveOrder,
} from './locked-order-store.ts'
import { replaceLines } from './pick-lines.ts'
import { stepsMax } from './steps-max.ts'

export type StepRequest = {
  readonly orderId: string
  readonly idempotency: IdempotencyClaim | undefined
}

export type OrderInStep = LockedOrder & {
  readonly party: Party
  readonly now: Date
  /** The id of what the step makes, such as the shipment or the return. It names the step for an Idempotency-Key. */
  readonly stepId: string
}

/** One change of an order's goods. */
export type OrderChange = {
  readonly kind: string
  readonly changed: readonly LineProgress[]
  /** Lines that the order gets, and its amounts with them. Default: none. */
  readonly added?: AddedLines | undefined
  /** The addresses of the order after the step. Default: unchanged. */
  readonly addressed?: Addressed | undefined
  /** How much of the shipping cost has gone back after the step. Default: unchanged. */
  readonly shippingCostCredited?: Money | undefined
  /** The reduction of the order after the step, and its part on shipping costs. Default: unchanged. */
  readonly reduced?: Money | undefined
  readonly shippingCostReduced?: Order['shippingCostReduced'] | undefined
  /** Ids, states and counts. They appear on the timeline and in the audit log. */
  readonly details: Readonly<Record<string, string | number | boolean>>
  /**
   * What a person wrote. It appears on the timeline, and not in the audit log, which is kept longer than personal data.
   */
  readonly comment?: string | undefined
  /** Sets or ends the hold of the order. */
  readonly held?: Order['held'] | 'released'
  /** Writes further records in the same transaction, after the order got its new version. */
  readonly record?: (order: Order, lines: readonly LineProgress[]) => Promise<void>
}

/**
 * The only way to move an order's goods. One transaction locks the row of the order, decides on the lines, and writes
 * lines, state, version, timeline and audit entry. A repeated request finds its key and changes nothing. Returns the
 * company that owns the order.
 */
export async function takeStep(
  deps: FulfilmentDeps,
  actor: Actor,
  { orderId, idempotency }: StepRequest,
  prefix: 'shp' | 'rtn' | 'chr' | 'stp',
  decide: (tx: Tx, locked: OrderInStep) => Promise<OrderChange> | OrderChange,
): Promise<Id<'co'>> {
  const now = deps.now()
  const stepId = newId(prefix, now)
  let kind: string | undefined
  const companyId = await deps.database.transaction(async (tx) => {
    const locked = await lockOrder(tx, actor, orderId)
    if (!locked) throw fail('order_not_found', { orderId })
    const firstId = await claimKey(tx, actor, idempotency, stepId, now)
    if (firstId !== stepId) return locked.order.companyId
    kind = await stepOn(tx, actor, locked, { stepId, now }, decide)
    return locked.order.companyId
  })
  if (kind) countStep(deps, kind)
  return companyId
}

/** Participant, in a transaction that has locked the order: decides on one step and writes it. Returns its kind. */
export async function stepOn(
  tx: Tx,
  actor: Actor,
  locked: LockedOrder,
  { stepId, now }: { readonly stepId: string; readonly now: Date },
  decide: (tx: Tx, locked: OrderInStep) => Promise<OrderChange> | OrderChange,
): Promise<string> {
  const { order, lines } = locked
  if (order.version >= stepsMax) throw fail('too_many_steps', { orderId: order.id })
  const party = partyOf(actor, order, lines)
  const change = await decide(tx, { ...locked, party, now, stepId })
  await writeStep(tx, actor, locked, change, now)
  return change.kind
}

/** Participant, in a transaction that has locked the order: writes a step without checking the rights of the actor. */
export async function writeStep(
  tx: Tx,
  actor: Actor,
  { order: before, lines }: LockedOrder,
  change: OrderChange,
  now: Date,
): Promise<void> {
  const { changed: released, touched } = releaseTouched(lines, change.changed)
  const { added, addressed } = change
  const overtaken = await findOvertaken(tx, before, lines, { changed: released, added })
  const ended = overtaken?.changeRequestId
  const { changed, touched: requests } = releaseRequested(lines, released, ended)
  const order = { ...(added?.order ?? before), ...addressed }
  const newLines = added?.lines.map(({ progress }) => progress) ?? []
  const after = [...replaceLines(lines, changed), ...newLines]
  const state = stateAfter(order.state, after)
  if (!isLegal(order.state, state)) throw fail('order_not_open', { state: order.state })
  const isArrived = state === 'DELIVERED' && order.state !== 'DELIVERED'
  await saveLines(tx, order, changed)
  if (added) await insertAddedLines(tx, added)
  if (addressed) await saveAddresses(tx, order)
  if (change.held) await saveHold(tx, order, change.held === 'released' ? undefined : change.held)
  const details = { ...change.details, state }
  // Suppliers have not seen an order that waits for approval.
  const changes =
    order.state === 'PENDING_APPROVAL'
      ? undefined
      : changesBetween(lines, after, order.revisions ?? {})
  const next = await saveOrder(
    tx,
    order,
    {
      state,
      deliveredAt: isArrived ? now : order.deliveredAt,
      shippingCostCredited: change.shippingCostCredited ?? order.shippingCostCredited,
      reduced: change.reduced ?? order.reduced,
      shippingCostReduced: change.shippingCostReduced ?? order.shippingCostReduced,
    },
    {
      kind: change.kind,
      actorId: actor.id,
      details: change.comment === undefined ? details : { ...details, comment: change.comment },
      changes,
    },
    now,
  )
  recordAudit(tx, {
    companyId: order.companyId,
    actor,
    action: actionOf(change.kind),
    target: { type: 'order', id: order.id },
    outcome: 'done',
    details,
    now,
  })
  await change.record?.(next, after)
  await lapseTouched(tx, next, after, touched, now)
  await lapseRequests(tx, next, after, requests, now)
  if (overtaken) await withdrawRaise(tx, actor, next, overtaken, now)
}

function actionOf(kind: string): `orders.${string}` {
  const what = kind.toLowerCase()
  return what.startsWith('return_') ? `orders.${what}` : `orders.order_${what}`
}

function countStep({ metrics }: FulfilmentDeps, kind: string): void {
  metrics
    .counter('orders_steps_total', 'Steps of orders after they were placed.', ['kind'])
    .add({ kind })
}
