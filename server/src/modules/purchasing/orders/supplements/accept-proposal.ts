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
import { addToTimeline } from '../order-store.ts'
import { assertBuyer, partyOf } from '../party.ts'
import {
  type DecideInput,
  decideProposal,
  numbersOf,
  readProposal,
} from '../proposals/decide-proposal.ts'
import { listAwaitedPayments } from './awaited-payments.ts'
import { SettleSupplement } from './settle-supplement-job.ts'
import { type Supplement, SupplementNeeded } from './supplement.ts'
import { insertSupplement, listAwaited, markEnded } from './supplement-store.ts'

export type AcceptInput = Omit<DecideInput, 'supplement' | 'approval'> & {
  /** Where the payment page sends the buyer afterwards, if there is something to pay. */
  readonly returnUrl?: string | undefined
}

/** The payer's deadline is over by then, also by the clock of the provider. */
const graceMs = minutesMs(1)

/**
 * The buyer accepts lines of a proposal. If an order that is paid by card costs more with them, nothing changes yet: a further
 * payment of the difference begins, and they bind when it is paid. If others have to approve that, they come first: the buyer
 * accepts the lines again, and pays, when they have.
 */
export async function acceptProposal(
  deps: FulfilmentDeps,
  actor: Actor,
  input: AcceptInput,
): Promise<string> {
  const { orderId, proposalId, returnUrl } = input
  if (returnUrl !== undefined && !URL.canParse(returnUrl)) throw fail('return_url_invalid')
  const companyId = await acceptOrOpen(deps, actor, input)
  for (const awaited of await listAwaitedPayments(deps, companyId, orderId)) {
    const { id, companyId: payer } = awaited.payment
    if (awaited.proposalId === proposalId) await deps.payments.handOver(payer, id)
  }
  return companyId
}

async function acceptOrOpen(
  deps: FulfilmentDeps,
  actor: Actor,
  input: AcceptInput,
): Promise<string> {
  try {
    const deciding = { ...input, supplement: {}, approval: 'ask' as const }
    return await decideProposal(deps, actor, deciding, 'ACCEPTED')
  } catch (error) {
    if (!(error instanceof SupplementNeeded)) throw error
    await openSupplement(deps, actor, input, error.amount)
    crashPoint('orders.supplement.opened')
    return actor.companyId
  }
}

/** Does nothing if the request is repeated, or if the payment of the same lines is under way. */
async function openSupplement(
  deps: FulfilmentDeps,
  actor: Actor,
  input: AcceptInput,
  amount: Money,
): Promise<void> {
  const { orderId, proposalId } = input
  const now = deps.now()
  const id = newId('pay', now)
  await deps.database.transaction(async (tx) => {
    const locked = await lockOrder(tx, actor, orderId)
    if (!locked) throw fail('order_not_found', { orderId })
    const { order } = locked
    assertBuyer(partyOf(actor, order, locked.lines))
    const firstId = await claimKey(tx, actor, input.idempotency, id, now)
    if (firstId !== id) return
    const proposal = await readProposal(tx, order, proposalId)
    const lineNumbers = numbersOf(proposal, input.lineNumbers)
    const wanted = { lineNumbers, proposalId, amount }
    if (await isBegun(deps, tx, locked, wanted, now)) return
    const { companyId } = order
    const payment = await deps.payments.open(tx, {
      id,
      companyId,
      payerId: actor.id,
      checkoutId: null,
      method: 'card',
      captureMethod: 'manual',
      amount,
      ...(input.returnUrl !== undefined && { returnUrl: input.returnUrl }),
      now,
    })
    await insertSupplement(tx, {
      companyId,
      paymentId: id,
      orderId,
      proposalId,
      lineNumbers,
      note: input.note,
      state: 'AWAITING_PAYMENT',
      createdAt: now,
    })
    await note(tx, actor, locked, { proposalId, paymentId: id, amount }, now)
    const availableAt = after(payment.expiresAt ?? now, graceMs)
    enqueue(tx, SettleSupplement, { companyId, paymentId: id }, { now, availableAt })
  })
}

/** Whether a payment of the same lines is under way. Throws if another one is about any of them. */
async function isBegun(
  { payments }: FulfilmentDeps,
  tx: Tx,
  { order }: LockedOrder,
  wanted: Pick<Supplement, 'proposalId' | 'lineNumbers'> & { readonly amount: Money },
  now: Date,
): Promise<boolean> {
  const awaited = await listAwaited(tx, order.companyId, order.id)
  for (const supplement of awaited.filter((one) => isAboutAny(one, wanted))) {
    const payment = await payments.find(tx, order.companyId, supplement.paymentId)
    const isOver = !payment || paymentOutcomeOf(payment) === 'lost'
    if (isOver) await markEnded(tx, supplement, 'not_paid', now)
    else if (isSame(supplement, wanted) && sameMoney(payment.amount, wanted.amount)) return true
    else throw fail('supplement_awaited', { paymentId: supplement.paymentId })
  }
  return false
}

type Lines = Pick<Supplement, 'proposalId' | 'lineNumbers'>

function isAboutAny(one: Lines, other: Lines): boolean {
  const isAny = one.lineNumbers.some((number) => other.lineNumbers.includes(number))
  return one.proposalId === other.proposalId && isAny
}

function isSame({ lineNumbers }: Lines, other: Lines): boolean {
  const isWithin = lineNumbers.every((number) => other.lineNumbers.includes(number))
  return isWithin && lineNumbers.length === other.lineNumbers.length
}

async function note(
  tx: Tx,
  actor: Actor,
  { order: { companyId, id } }: LockedOrder,
  { proposalId, paymentId, amount }: { proposalId: string; paymentId: string; amount: Money },
  now: Date,
): Promise<void> {
  const details = {
    proposalId,
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
