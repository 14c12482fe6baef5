import { expect, it } from 'vitest'
import { money, shareOf, sumOf } from '#kernel/money'
import { fc } from '#testing/fc'
import { credited, type LineProgress, openOf } from './line-progress.ts'
import type { Order } from './order.ts'
import {
  less,
  placesOf,
  reducedByLeaving,
  reductionOfCancelled,
  reductionOfReturned,
  spread,
} from './reduction.ts'

/** A line, what its documents say in all, and what has gone back of it. */
type Book = { line: LineProgress; invoiced: bigint; refunded: bigint }

const aLine = (lineNumber: number, quantity: number, totalMinor: bigint): LineProgress => ({
  lineNumber,
  productId: `prd_${lineNumber}`,
  sku: `SKU-${lineNumber}`,
  supplierCompanyId: 'co_1',
  quantity,
  confirmedAt: undefined,
  cancelled: 0,
  shipped: 0,
  delivered: 0,
  missing: 0,
  returned: 0,
  claimed: 0,
  total: money(totalMinor, 'EUR'),
  creditedQuantity: 0,
  credited: money(0n, 'EUR'),
  reducedOpen: money(0n, 'EUR'),
  reducedKept: money(0n, 'EUR'),
})

const order = { total: money(0n, 'EUR'), carriageReduced: [] } as unknown as Order
const keptOf = ({ shipped, creditedQuantity, cancelled }: LineProgress) =>
  shipped - (creditedQuantity - cancelled)

type Move = { what: 'ship' | 'cancel' | 'return' | 'reduce'; line: number; share: number }

const moves = fc.array(
  fc.record<Move>({
    what: fc.constantFrom('ship', 'cancel', 'return', 'reduce'),
    line: fc.nat(2),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 25 },
)
const wishes = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.bigInt(0n, 10_000n)), {
  minLength: 1,
  maxLength: 3,
})

it('what is taken off is never given twice, and documents, refunds and costs agree, whatever happens', () => {
  fc.assert(
    fc.property(wishes, moves, (wanted, all) => {
      const books: Book[] = wanted.map(([quantity, total], at) => ({
        line: aLine(at + 1, quantity, total),
        invoiced: 0n,
        refunded: 0n,
      }))
      for (const move of all) step(books, move)
      const costs = costsOf(books)
      for (const { line, invoiced, refunded } of books) {
        const paid = line.total.amountMinor - refunded
        const own = costs.filter((cost) => cost.lineNumber === line.lineNumber)
        const cost = own.reduce((sum, { minor }) => sum + minor, 0n)
        const kept = own.find(({ part }) => part === 'KEPT')?.minor ?? 0n
        expect(paid).toBeGreaterThanOrEqual(0n)
        expect(paid).toBe(cost)
        expect(invoiced).toBe(kept)
        if (openOf(line) === 0) expect(invoiced).toBe(paid)
        if (line.creditedQuantity === line.quantity) expect(paid).toBe(0n)
      }
    }),
    { numRuns: 1_000 },
  )
})

it('each part of an order has its share, and the shares add up', () => {
  const lines = [aLine(1, 3, 1_000n), aLine(2, 1, 1n), aLine(3, 2, 0n)]
  const places = placesOf({ order, lines })
  for (const minor of [1n, 500n, 1_001n]) {
    const shares = spread(places, money(minor, 'EUR'))
    expect(
      sumOf(
        shares.map(({ amount }) => amount),
        'EUR',
      ).amountMinor,
    ).toBe(minor)
    for (const { amount, cost } of shares) {
      expect(amount.amountMinor).toBeLessThanOrEqual(cost.amountMinor)
    }
  }
})

function costsOf(books: readonly Book[]) {
  return placesOf({ order, lines: books.map(({ line }) => line) }).flatMap(({ on, cost }) =>
    on.part === 'WAY'
      ? []
      : [{ lineNumber: on.line.lineNumber, part: on.part, minor: cost.amountMinor }],
  )
}

function step(books: Book[], { what, line: at, share }: Move): void {
  if (what === 'reduce') {
    reduce(books, share)
    return
  }
  const book = books[at % books.length]
  if (!book) return
  const { line } = book
  const of = (left: number) => Math.ceil(left * share)
  const pieces = of(what === 'return' ? keptOf(line) : openOf(line))
  if (pieces === 0) return
  if (what === 'ship') {
    const to = line.quantity - line.shipped
    const { total, quantity } = line
    const { line: next, reduction } = reducedByLeaving(line, pieces)
    book.invoiced += shareOf(total, to, quantity) - shareOf(total, to - pieces, quantity)
    book.invoiced -= reduction.amountMinor
    book.line = { ...next, shipped: line.shipped + pieces }
    return
  }
  const isReturn = what === 'return'
  const moved = isReturn ? line : { ...line, cancelled: line.cancelled + pieces }
  const whole = credited(moved, pieces)
  const reduction = isReturn
    ? reductionOfReturned(line, pieces, whole.amount)
    : reductionOfCancelled(line, pieces, whole.amount)
  const amount = less(whole.amount, reduction).amountMinor
  expect(amount).toBeGreaterThanOrEqual(0n)
  book.refunded += amount
  if (isReturn) book.invoiced -= amount
  book.line = isReturn
    ? { ...whole.line, reducedKept: less(line.reducedKept, reduction) }
    : { ...whole.line, reducedOpen: less(line.reducedOpen, reduction) }
}

function reduce(books: Book[], share: number): void {
  const places = placesOf({ order, lines: books.map(({ line }) => line) })
  const cost = sumOf(
    places.map((place) => place.cost),
    'EUR',
  )
  const wanted = BigInt(Math.ceil(Number(cost.amountMinor) * share))
  for (const { on, amount } of spread(places, money(wanted, 'EUR'))) {
    if (on.part === 'WAY') continue
    const book = books.find(({ line }) => line.lineNumber === on.line.lineNumber)
    if (!book) continue
    const { line } = book
    book.refunded += amount.amountMinor
    if (on.part === 'KEPT') book.invoiced -= amount.amountMinor
    const field = on.part === 'OPEN' ? 'reducedOpen' : 'reducedKept'
    const before = line[field].amountMinor
    book.line = { ...line, [field]: money(before + amount.amountMinor, 'EUR') }
  }
}
