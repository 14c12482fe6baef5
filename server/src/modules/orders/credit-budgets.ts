import { type Money, money } from '#kernel/money'
import type { Tx } from '#platform/db'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import type { HeldOrder } from './held-order-store.ts'
import type { LineProgress } from './line-progress.ts'

/**
 * A participant: what is credited to the buyer goes back to who was to pay for it. Of each line to its cost centre; what
 * is more than the lines, which is carriage, to that of the order.
 */
export async function creditBudgets(
  { budgets }: Pick<FulfilmentDeps, 'budgets'>,
  tx: Tx,
  { order, lines }: HeldOrder,
  changed: readonly LineProgress[],
  amount: Money,
  now: Date,
): Promise<void> {
  const { companyId, checkoutId, costCenter } = order
  if (checkoutId === undefined || amount.amountMinor === 0n) return
  const before = new Map(lines.map((line) => [line.lineNumber, line.credited.amountMinor]))
  const shares = changed.map((line) => ({
    costCenter: line.costCenter ?? costCenter,
    amount: money(line.credited.amountMinor - (before.get(line.lineNumber) ?? 0n), amount.currency),
  }))
  const ofLines = shares.reduce((sum, share) => sum + share.amount.amountMinor, 0n)
  const rest = money(amount.amountMinor - ofLines, amount.currency)
  const spending = { total: amount, shares: [...shares, { costCenter, amount: rest }] }
  await budgets.giveBack(tx, { companyId, checkoutId }, spending, now)
}
