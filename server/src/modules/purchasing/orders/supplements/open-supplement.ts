import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { decimalOf, type Money, sameMoney } from '#kernel/money'
import { after, minutesMs } from '#kernel/time'
import { paymentOutcomeOf } from '#modules/payments'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey } from '#platform/idempotency'
import { enqueue } from '#platform/jobs'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { type LockedOrder, lockOrder } from '../fulfilment/locked-order-store.ts'
import type { StepRequest } from '../fulfilment/take-step.ts'
import { addToTimeline } from '../order-store.ts'
import { assertBuyer, partyOf } from '../party.ts'
import { changeData } from '../raises/raise-events.ts'
import { type AgreedChange, isOfOne, isSameChange } from '../raises/waiting-raise-store.ts'
import { listAwaitedPayments } from './awaited-payments.ts'
import { SettleSupplement } from './settle-supplement-job.ts'
import { SupplementNeeded } from './supplement.ts'
import { insertSupplement, listAwaited, markEnded } from './supplement-store.ts'

export type PayRequest = StepRequest & {
  /** Where the payment page sends the buyer afterwards, if there is something to pay. */
  readonly returnUrl?: string | undefined
}

type ReadChange = (tx: Tx, locked: LockedOrder) => Promise<AgreedChange>

/** The payer's deadline is over by then, also by the clock of the provider. */
const graceMs = minutesMs(1)

/**
 * Binds a change that the buyer wants. If an order that is paid by card costs more with it, nothing changes yet: a further payment of
 * the difference begins, and the change binds when it is paid. `bind` throws `SupplementNeeded` then. `changeIn` reads the change, or
 * throws if it does not wait for the buyer.
 */
export async function bindOrPay(
  deps: FulfilmentDeps,
  actor: Actor,
  request: PayRequest & Omit<AgreedChange, 'lineNumbers'>,
  bind: () => Promise<string>,
  changeIn: ReadChange,
): Promise<string> {
  const { orderId, returnUrl } = request
  if (returnUrl !== undefined && !URL.canParse(returnUrl)) throw fail('return_url_invalid')
  const companyId = await bindOrOpen(deps, actor, request, bind, changeIn)
  for (const awaited of await listAwaitedPayments(deps, companyId, orderId)) {
    const { id, companyId: payer } = awaited.payment
    if (isOfOne(awaited, request)) await deps.payments.handOver(payer, id)
  }
  return companyId
}

async function bindOrOpen(
  deps: FulfilmentDeps,
  actor: Actor,
  request: PayRequest,
  bind: () => Promise<string>,
  changeIn: ReadChange,
): Promise<string> {
  try {
    return await bind()
  } catch (error) {
    if (!(error instanceof SupplementNeeded)) throw error
    await openSupplement(deps, actor, request, error.amount, changeIn)
    crashPoint('orders.supplement.opened')
    return actor.companyId
  }
}

/** Does nothing if the request is repeated, or if the payment of the same change is under way. */
async function openSupplement(
  deps: FulfilmentDeps,
  actor: Actor,
  { orderId, idempotency, returnUrl }: PayRequest,
  amount: Money,
  changeIn: ReadChange,
): Promise<void> {
  const now = deps.now()
  const id = newId('pay', now)
  await deps.database.transaction(async (tx) => {
    const locked = await lockOrder(tx, actor, orderId)
    if (!locked) throw fail('order_not_found', { orderId })
    const { order } = locked
    assertBuyer(partyOf(actor, order, locked.lines))
    const firstId = await claimKey(tx, actor, idempotency, id, now)
    if (firstId !== id) return
    const change = await changeIn(tx, locked)
    if (await isBegun(deps, tx, locked, { ...change, amount }, now)) return
    const { companyId } = order
    const payment = await deps.payments.open(tx, {
      id,
      companyId,
      payerId: actor.id,
      checkoutId: null,
      method: 'card',
      captureMethod: 'manual',
      amount,
      ...(returnUrl !== undefined && { returnUrl }),
      now,
    })
    await insertSupplement(tx, {
      ...change,
      companyId,
      paymentId: id,
      orderId,
      state: 'AWAITING_PAYMENT',
      createdAt: now,
    })
    await note(tx, actor, locked, { change, paymentId: id, amount }, now)
    const availableAt = after(payment.expiresAt ?? now, graceMs)
    enqueue(tx, SettleSupplement, { companyId, paymentId: id }, { now, availableAt })
  })
}

/** Whether a payment of the same change is under way. Throws if another one is about any of its lines. */
async function isBegun(
  { payments }: FulfilmentDeps,
  tx: Tx,
  { order }: LockedOrder,
  wanted: AgreedChange & { readonly amount: Money },
  now: Date,
): Promise<boolean> {
  const awaited = await listAwaited(tx, order.companyId, order.id)
  for (const supplement of awaited.filter((one) => isAboutAny(one, wanted))) {
    const payment = await payments.find(tx, order.companyId, supplement.paymentId)
    const isOver = !payment || paymentOutcomeOf(payment) === 'lost'
    if (isOver) await markEnded(tx, supplement, 'not_paid', now)
    else if (isSameChange(supplement, wanted) && sameMoney(payment.amount, wanted.amount))
      return true
    else throw fail('supplement_awaited', { paymentId: supplement.paymentId })
  }
  return false
}

function isAboutAny(one: AgreedChange, other: AgreedChange): boolean {
  return isOfOne(one, other) && one.lineNumbers.some((number) => other.lineNumbers.includes(number))
}

type Begun = {
  readonly change: AgreedChange
  readonly paymentId: string
  readonly amount: Money
}

async function note(
  tx: Tx,
  actor: Actor,
  { order: { companyId, id } }: LockedOrder,
  { change, paymentId, amount }: Begun,
  now: Date,
): Promise<void> {
  const details = {
    ...changeData(change),
    paymentId,
    amount: decimalOf(amount),
    currency: amount.currency,
  }
  await addToTimeline(tx, companyId, id, { kind: 'CHANGE_AWAITS_PAYMENT', details }, now)
  recordAudit(tx, {
    companyId,
    actor,
    action: 'orders.order_change_awaits_payment',
    target: { type: 'order', id },
    outcome: 'done',
    details,
    now,
  })
}
