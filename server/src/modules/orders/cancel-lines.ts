import type { Actor } from '#kernel/actor'
import { type Money, money, sumOf } from '#kernel/money'
import type { Carriage } from '#modules/totals'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit, emitAll } from '#platform/outbox'
import { type CreditedPart, creditBudgets } from './credit-budgets.ts'
import { fail } from './failures.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import { creditData, lineData, OrderCancelled, telling } from './fulfilment-events.ts'
import type { HeldOrder } from './held-order-store.ts'
import { hasEnded } from './lifecycle.ts'
import { credited, type LineProgress, openOf, type Pieces } from './line-progress.ts'
import type { CarriageReduction, Order } from './order.ts'
import { visibleTo } from './party.ts'
import { type Picked, pickLines, replaceLines } from './pick-lines.ts'
import { isOn, isSameWay, less, reductionOfCancelled } from './reduction.ts'
import { promiseCredit, settleCreditsOf } from './settle-credits.ts'
import { SupplierOrderCancelled } from './supplier-events.ts'
import { type Held, type StepRequest, takeStep } from './take-step.ts'
import { piecesToSuppliers } from './to-suppliers.ts'

export type CancelInput = StepRequest & {
  /** All that is not shipped yet, when not said. */
  readonly lines?: readonly Pieces[] | undefined
  readonly reason?: string | undefined
}

/**
 * Before they are shipped, pieces can be taken out of an order: by its buyer, by the supplier who cannot deliver its own,
 * by an operator. The stock goes back and the money is owed from that transaction on; it is given back after the commit,
 * and by a worker where that fails.
 */
export async function cancelLines(deps: FulfilmentDeps, actor: Actor, input: CancelInput) {
  const companyId = await takeStep(deps, actor, input, 'stp', (tx, held) => {
    const { order, now } = held
    if (hasEnded(order.state)) throw fail('order_not_open', { state: order.state })
    const isWaiting = order.state === 'PENDING_APPROVAL'
    // What is to be approved does not change under those who approve it.
    if (isWaiting && input.lines) throw fail('awaiting_approval')
    const picked = pickedOf(held, input.lines)
    const { parts, amount, ...ways } = givenUp(held, picked)
    return {
      kind: 'CANCELLED',
      changed: parts.map(({ line }) => line),
      ...ways,
      details: { lines: picked.length, ...creditData(amount) },
      said: input.reason,
      record: async (cancelled) => {
        if (isWaiting) {
          const { companyId, id } = order
          await deps.approvals.withdraw(tx, companyId, id, actor.id, now)
        }
        await restock(deps, tx, picked)
        const owed = { kind: 'CANCELLATION', amount, by: actor.id } as const
        await promiseCredit(tx, order, owed, now)
        await creditBudgets(deps, tx, order, parts, amount, now)
        const { reason } = input
        const data = {
          lines: picked.map(lineData),
          credit: creditData(amount),
          ...(reason === undefined ? {} : { reason }),
        }
        await emit(tx, OrderCancelled, telling(cancelled, now, data))
        if (isWaiting) return
        const told = piecesToSuppliers(cancelled, picked, now, {})
        await emitAll(tx, SupplierOrderCancelled, told)
      },
    }
  })
  crashPoint('orders.cancellation.committed')
  await settleCreditsOf(deps, companyId, input.orderId)
  return companyId
}

function pickedOf({ party, lines }: Held, named: readonly Pieces[] | undefined): Picked[] {
  const own = visibleTo(party, lines)
  if (named) return pickLines(own, named, openOf, 'quantity_exceeds_open')
  const open = own.map((line) => ({ line, quantity: openOf(line) }))
  const picked = open.filter(({ quantity }) => quantity > 0)
  if (picked.length === 0) throw fail('nothing_open')
  return picked
}

type GivenUp = {
  readonly parts: readonly CreditedPart[]
  readonly amount: Money
  readonly carriageCredited: Money
  readonly carriageReduced: Order['carriageReduced']
}

/**
 * With the last piece of a parcel goes what its way was to cost, where nothing of it has left; with the last piece of an
 * order all that is left of its total. What was taken off their price before has gone back already.
 */
export function givenUp({ order, lines }: HeldOrder, picked: readonly Picked[]): GivenUp {
  const { currency } = order.total
  const minor = (amounts: readonly Money[]) => sumOf(amounts, currency).amountMinor
  const parts = picked.map(cancelled)
  const after = replaceLines(
    lines,
    parts.map(({ line }) => line),
  )
  const goods = minor(parts.map(({ amount }) => amount))
  const before = order.carriageCredited.amountMinor
  const isAll = isGone(after)
  const ended = isAll ? (order.carriages ?? []) : endedParcels(order, lines, after)
  const carriage = isAll
    ? order.total.amountMinor - minor(after.map((line) => line.credited)) - before
    : minor(ended.flatMap(({ amount, tax }) => [amount, tax.amount]))
  const isEnded = (one: CarriageReduction) => ended.some((way) => isSameWay(way, one))
  const reduced = minor(order.carriageReduced.filter(isEnded).map(({ amount }) => amount))
  return {
    parts,
    amount: money(goods + carriage - reduced, currency),
    carriageCredited: money(before + carriage, currency),
    carriageReduced: order.carriageReduced.filter((one) => !isEnded(one)),
  }
}

function cancelled({ line, quantity }: Picked): CreditedPart {
  const whole = credited({ ...line, cancelled: line.cancelled + quantity }, quantity)
  const reduction = reductionOfCancelled(line, quantity, whole.amount)
  return {
    line: { ...whole.line, reducedOpen: less(line.reducedOpen, reduction) },
    amount: less(whole.amount, reduction),
  }
}

function endedParcels(
  { carriages = [] }: Order,
  before: readonly LineProgress[],
  after: readonly LineProgress[],
): Carriage[] {
  return carriages.filter((carriage) => {
    const isIn = (line: LineProgress) => isOn(carriage, line)
    return isGone(after.filter(isIn)) && !isGone(before.filter(isIn))
  })
}

function isGone(lines: readonly LineProgress[]): boolean {
  return lines.every(({ cancelled, quantity }) => cancelled === quantity)
}

export function restock(
  { catalog }: FulfilmentDeps,
  tx: Tx,
  picked: readonly Picked[],
): Promise<void> {
  return catalog.restockCommitted(
    tx,
    picked.map(({ line, quantity }) => ({ productId: line.productId, quantity })),
  )
}
