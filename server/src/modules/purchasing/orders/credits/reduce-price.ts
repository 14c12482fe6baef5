import type { Actor } from '#kernel/actor'
import { decimalOf, type Money, money, sumOf } from '#kernel/money'
import type { RefundPurpose } from '#modules/payments'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit } from '#platform/outbox'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { creditData, OrderPriceReduced, orderEvent } from '../fulfilment/fulfilment-events.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import { writeStep } from '../fulfilment/take-step.ts'
import type { Order, ShippingCostReduction } from '../order.ts'
import { creditBudgets } from './credit-budgets.ts'
import { isSameCost, placesOf, type Share, spread } from './reduction.ts'
import { isFor } from './refund-part.ts'

/** An amount to take off a price. Without a purpose it comes off the whole order. */
export type Reduction = {
  readonly stepId: string
  readonly amount: Money
  readonly purpose?: RefundPurpose | undefined
  /** The refund that causes the reduction. */
  readonly refundId?: string | undefined
}

/**
 * Participant, in a transaction that holds the order: reduces the price of the order by the amount. Each line and each
 * shipping cost goes down in proportion, and never below zero. Returns what was taken off. The budgets get it back, and
 * an event records it, from which credit notes follow.
 */
export async function reducePrice(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  { stepId, amount: requested, purpose, refundId }: Reduction,
  now: Date,
): Promise<Money> {
  const { order } = locked
  const { currency } = order.total
  const { amount, shares, parts, changed, shippingCostReduced } = reduceOrder(
    locked,
    requested,
    purpose,
  )
  if (amount.amountMinor === 0n) return amount
  const change = {
    kind: 'PRICE_REDUCED',
    changed,
    reduced: addMoney(order.reduced, amount),
    shippingCostReduced,
    details: {
      reductionId: stepId,
      amount: decimalOf(amount),
      currency,
      ...(refundId === undefined ? {} : { refundId }),
    },
    record: async (reduced: Order) => {
      await creditBudgets(deps, tx, order, parts, amount, now)
      const data = { reductionId: stepId, amount: creditData(amount), ...dataOf(shares) }
      await emit(tx, OrderPriceReduced, orderEvent(reduced, now, data))
    },
  }
  await writeStep(tx, systemActorOf(order), locked, change, now)
  crashPoint('orders.price_reduction.written')
  return amount
}

/**
 * The order after the reduction: each line and each shipping cost goes down in proportion to what it still costs, and
 * never below zero.
 */
export function reduceOrder(locked: LockedOrder, requested: Money, purpose?: RefundPurpose) {
  const places = placesOf(locked).filter(({ on }) => isFor(purpose, on))
  const costs = places.map(({ cost }) => cost)
  const cost = sumOf(costs, requested.currency)
  const amount = requested.amountMinor < cost.amountMinor ? requested : cost
  const shares = spread(places, amount)
  const parts = [...byLine(shares).values()].map((own) => reducedLine(own))
  const changed = parts.map(({ line }) => line)
  return {
    amount,
    shares,
    parts,
    changed,
    shippingCostReduced: reducedShippingCosts(locked.order, shares),
  }
}

type LineShare = Share & {
  readonly on: { readonly part: 'OPEN' | 'KEPT'; readonly line: LineProgress }
}

function isOfLine(share: Share): share is LineShare {
  return share.on.part !== 'SHIPPING'
}

function byLine(shares: readonly Share[]): Map<number, LineShare[]> {
  return Map.groupBy(shares.filter(isOfLine), ({ on }) => on.line.lineNumber)
}

function reducedLine(own: readonly LineShare[]) {
  const [first] = own
  if (!first) throw new Error('a line must have a share')
  const { line } = first.on
  const open = sumOfPart(own, 'OPEN')
  const kept = sumOfPart(own, 'KEPT')
  return {
    line: {
      ...line,
      reducedOpen: addMoney(line.reducedOpen, open),
      reducedKept: addMoney(line.reducedKept, kept),
    },
    amount: addMoney(open, kept),
  }
}

function sumOfPart(own: readonly LineShare[], part: 'OPEN' | 'KEPT'): Money {
  const { currency } = own[0]?.amount ?? { currency: '' }
  return sumOf(
    own.filter(({ on }) => on.part === part).map(({ amount }) => amount),
    currency,
  )
}

function reducedShippingCosts(
  { shippingCostReduced }: Order,
  shares: readonly Share[],
): ShippingCostReduction[] {
  const added = shares.flatMap(({ on, amount }) => {
    if (on.part !== 'SHIPPING') return []
    const { supplierCompanyId, delivery } = on.cost
    const before = shippingCostReduced.find((one) => isSameCost(one, on.cost))?.amount
    return [{ supplierCompanyId, delivery, amount: before ? addMoney(before, amount) : amount }]
  })
  const others = shippingCostReduced.filter((one) => !added.some((cost) => isSameCost(cost, one)))
  return [...others, ...added]
}

function dataOf(shares: readonly Share[]) {
  const lines = [...byLine(shares).values()].map((own) => {
    const { line, amount } = reducedLine(own)
    const { lineNumber, productId, sku } = line
    const credited = sumOfPart(own, 'KEPT')
    return {
      lineNumber,
      productId,
      sku,
      amount: creditData(amount),
      credited: creditData(credited),
    }
  })
  const shippingCosts = shares.flatMap(({ on, amount }) => {
    if (on.part !== 'SHIPPING') return []
    const credited = on.hasLeft ? amount : money(0n, amount.currency)
    const { supplierCompanyId: supplierId, delivery } = on.cost
    const sums = { amount: creditData(amount), credited: creditData(credited) }
    return [{ supplierId, ...(delivery !== undefined && { delivery: delivery + 1 }), ...sums }]
  })
  return { lines, shippingCosts }
}

function addMoney(one: Money, other: Money): Money {
  return money(one.amountMinor + other.amountMinor, one.currency)
}

function systemActorOf({ companyId }: Order): Actor {
  return { kind: 'system', id: 'system', companyId, roles: new Set(), scopes: new Set() }
}
