import { numberOf } from '#kernel/quantity'
import type { LeftLines } from '#modules/approvals'
import type { Order, PlacedLine } from '../order.ts'

/** What the lines that are not cancelled say to the conditions of rules. */
export function leftOf(
  { costCenter, deliveries = [] }: Order,
  placed: readonly PlacedLine[],
): Omit<LeftLines, 'categoryIds'> {
  const lines = placed.filter(({ progress }) => progress.cancelled < progress.quantity)
  const allocations = lines.flatMap((line) => line.allocations ?? [])
  const bookings = [...lines, ...allocations]
  const places = [...deliveries, ...bookings].map((one) => one.costCenter)
  return {
    productIds: new Set(lines.map(({ productId }) => productId)),
    supplierIds: new Set(lines.map(({ supplierCompanyId }) => supplierCompanyId)),
    costCenters: given([costCenter, ...places]),
    glAccounts: given(bookings.map(({ glAccount }) => glAccount)),
    projects: given(bookings.map(({ project }) => project)),
    shares: lines.flatMap(sharesOf),
  }
}

function sharesOf({ allocations = [], progress: { quantity, cancelled } }: PlacedLine): string[] {
  const part = cancelled === 0n ? [] : [`${numberOf(quantity - cancelled)}/${numberOf(quantity)}`]
  return allocations.map((one) =>
    [one.costCenter, one.glAccount, one.project, one.amount.amount, ...part].join(', '),
  )
}

function given(codes: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(codes.filter((code) => code !== undefined))
}
