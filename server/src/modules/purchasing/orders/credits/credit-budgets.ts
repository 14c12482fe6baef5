import { type Money, money } from '#kernel/money'
import type { Tx } from '#platform/db'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Order } from '../order.ts'

/** A line after some of its money went back, and the amount that went back. */
export type CreditedPart = { readonly line: LineProgress; readonly amount: Money }

/**
 * Participant: returns what is credited to the buyer to the budgets that were to pay for it. The amount of a line goes
 * to the cost centre of the line; the rest, which is shipping cost, goes to the cost centre of the order.
 */
export async function creditBudgets(
  { budgets }: Pick<FulfilmentDeps, 'budgets'>,
  tx: Tx,
  { companyId, checkoutId, costCenter }: Order,
  parts: readonly CreditedPart[],
  amount: Money,
  now: Date,
): Promise<void> {
  if (checkoutId === undefined || amount.amountMinor === 0n) return
  const shares = parts.map((part) => ({
    costCenter: part.line.costCenter ?? costCenter,
    amount: part.amount,
  }))
  const ofLines = shares.reduce((sum, share) => sum + share.amount.amountMinor, 0n)
  const rest = money(amount.amountMinor - ofLines, amount.currency)
  const spending = { total: amount, shares: [...shares, { costCenter, amount: rest }] }
  await budgets.giveBack(tx, { companyId, checkoutId }, spending, now)
}
