import { type Money, money } from '#kernel/money'
import type { Tx } from '#platform/db'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Order } from '../order.ts'

/** A line after some of its money has gone back, and how much that was. */
export type CreditedPart = { readonly line: LineProgress; readonly amount: Money }

/**
 * A participant: what is credited to the buyer goes back to who was to pay for it. Of each line to its cost centre; what
 * is more than the lines, which is shipping cost, to that of the order.
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
