import { type Money, money, sumOf } from '#kernel/money'
import type { Share } from '#modules/budgets'
import type { OrderLine } from '#modules/orders'
import { bookingsOf } from '#modules/orders/line-references'
import type { Attempt } from '../attempt.ts'

/**
 * Who pays for what: the cost centre of a line, or of each of its allocations, pays the line with its tax, and the
 * cost centre of the order pays the shipping cost.
 */
export function spendingOf({ snapshot, total }: Pick<Attempt, 'snapshot' | 'total'>): {
  readonly total: Money
  readonly shares: readonly Share[]
} {
  const { costCenter, lines } = snapshot
  const shares = lines.flatMap((line) =>
    bookingsOf(line, paidFor(line)).map((one) => ({
      costCenter: one.costCenter ?? costCenter,
      amount: one.amount,
    })),
  )
  const goods = sumOf(
    shares.map(({ amount }) => amount),
    total.currency,
  )
  const shippingCost = money(total.amountMinor - goods.amountMinor, total.currency)
  return { total, shares: [...shares, { costCenter, amount: shippingCost }] }
}

function paidFor({ total, discount, tax }: OrderLine): Money {
  const minor = total.amountMinor - (discount?.amountMinor ?? 0n) + (tax?.amount.amountMinor ?? 0n)
  return money(minor, total.currency)
}

/** What counts for frame contracts: the goods of each line, after discounts. */
export function calledOffBy({ id, companyId, snapshot }: Attempt) {
  const { currency } = snapshot
  const lines = snapshot.lines.map(
    ({ productId, supplierCompanyId, quantity, unit, total, discount }, at) => ({
      lineNumber: at + 1,
      productId,
      supplierCompanyId,
      quantity,
      unit,
      valueMinor: total.amountMinor - (discount?.amountMinor ?? 0n),
    }),
  )
  return { checkoutId: id, companyId, currency, lines }
}
