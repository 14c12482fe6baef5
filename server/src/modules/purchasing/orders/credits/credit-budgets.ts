import { type Money, money } from '#kernel/money'
import type { Tx } from '#platform/db'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { Order } from '../order.ts'
import { type CreditedPart, creditAllocations } from './credit-allocations.ts'

export type { CreditedPart } from './credit-allocations.ts'

/**
 * Participant: returns what is credited to the buyer to the budgets that were to pay for it. The amount of a line goes
 * to the cost centre of the line, or to those of its allocations; the rest, which is shipping cost, goes to the cost
 * centre of the order.
 */
export async function creditBudgets(
  { budgets }: Pick<FulfilmentDeps, 'budgets'>,
  tx: Tx,
  order: Order,
  parts: readonly CreditedPart[],
  amount: Money,
  now: Date,
): Promise<void> {
  const { companyId, checkoutId, costCenter } = order
  if (checkoutId === undefined || amount.amountMinor === 0n) return
  const credited = await creditAllocations(tx, order, parts)
  const shares = credited.map((part) => ({
    costCenter: part.costCenter ?? costCenter,
    amount: part.amount,
  }))
  const ofLines = shares.reduce((sum, share) => sum + share.amount.amountMinor, 0n)
  const rest = money(amount.amountMinor - ofLines, amount.currency)
  const spending = { total: amount, shares: [...shares, { costCenter, amount: rest }] }
  await budgets.giveBack(tx, { companyId, checkoutId }, spending, now)
}
