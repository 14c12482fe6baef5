import { type Static, Type } from 'typebox'
import { decimalOf, money, parseMoney } from '#kernel/money'
import { quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { MoneyView } from '#platform/http'
import type { OrderLineView } from './schemas.ts'

type Line = Pick<
  Static<typeof OrderLineView>,
  'allocations' | 'lineTotal' | 'discount' | 'tax' | 'costCenter' | 'glAccount' | 'project'
>

/** What a file says of the part of a line that one of its lines is about. */
export const allocationColumns = {
  allocation: record('AllocatedPart', 'The part of the line that is booked in this way.', {
    number: Type.Integer(),
    percent: Type.Optional(Type.String()),
    quantity: Type.Optional(quantitySchema()),
    amount: MoneyView,
    tax: Type.Optional(MoneyView),
  }),
}

/** One for each allocation. A line without allocations is booked as a whole. */
export function allocatedLines<Of extends Line>(line: Of): object[] {
  const { allocations } = line
  if (!allocations) {
    const tax = line.tax && { tax: line.tax.amount }
    return [{ ...line, allocation: { number: 1, amount: netOf(line), ...tax } }]
  }
  return allocations.map(({ costCenter, glAccount, project, ...part }, at) => ({
    ...line,
    costCenter,
    glAccount,
    project,
    allocation: { number: at + 1, ...part },
  }))
}

function netOf({ lineTotal, discount }: Line): Static<typeof MoneyView> {
  if (!discount) return lineTotal
  const { currency } = lineTotal
  const minor = (amount: string) => parseMoney(amount, currency)?.amountMinor ?? 0n
  const net = money(minor(lineTotal.amount) - minor(discount.amount), currency)
  return { amount: decimalOf(net), currency }
}
