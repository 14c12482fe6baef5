import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { money, percentOf } from '#kernel/money'
import { fc } from '#testing/tools/fc'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import { replaceLines } from '../fulfilment/pick-lines.ts'
import {
  anOrderOf,
  firstOpen,
  type LineWish,
  piecesOf,
  type StepWish,
  someCurrency,
  someLines,
  someShippingCosts,
  someSteps,
} from '../order-amounts.fixture.ts'
import { type Moved, type Movement, moveAll, movedBy, sum } from './tax-groups.ts'

it('each document is within one minor unit of its own net times rate, and all together close the sum', () => {
  fc.assert(
    fc.property(
      someCurrency,
      someLines,
      someShippingCosts,
      someSteps,
      (currency, wishes, costs, all) => {
        const books = opened(anOrderOf(currency, wishes, costs))
        const next = all.reduce(take, books)
        const shipped = take(next, { movement: 'SHIPPED', supplier: 'co_1', shares: [1] })
        const ended = take(shipped, { movement: 'SHIPPED', supplier: 'co_2', shares: [1] })
        const { invoiced, credited, cancelled, locked } = ended
        for (const entry of [...invoiced, ...credited, ...cancelled]) expectOwnTax(entry)
        expectOwnTaxOfSums(invoiced, currency)
        const left = locked.order.total.amountMinor - grossOf(cancelled)
        expect(grossOf(invoiced)).toBe(left)
        expect(grossOf(credited)).toBeLessThanOrEqual(left)

        const returned = ['co_1', 'co_2'].reduce(
          (before, supplier) => take(before, { movement: 'RETURNED', supplier, shares: [1] }),
          ended,
        )
        for (const entry of returned.credited) expectOwnTax(entry)
        if (costs.length === 0) expect(grossOf(returned.credited)).toBe(left)
      },
    ),
    { numRuns: 300 },
  )
})

it('in any order of cancellations, shipments and returns the sums are the same', () => {
  const line = (net: bigint): LineWish => {
    return { supplier: 'co_1', rate: '10', delivery: 1, quantity: 3n, net }
  }
  const wishes = [line(5n), line(15n), line(4n)]
  const one = (movement: Movement): StepWish => ({ movement, supplier: 'co_1', shares: [0.3] })
  const first = [one('SHIPPED'), one('CANCELLED'), one('RETURNED')].reduce(
    take,
    opened(anOrderOf('JPY', wishes)),
  )
  const second = [one('CANCELLED'), one('SHIPPED'), one('RETURNED')].reduce(
    take,
    opened(anOrderOf('JPY', wishes)),
  )
  expect(grossOf(first.cancelled)).toBe(grossOf(second.cancelled))
})

it('twenty of forty lines of four yen have the tax of eighty yen', () => {
  const wishes = Array.from({ length: 40 }, (): LineWish => {
    return { supplier: 'co_1', rate: '10', delivery: 1, quantity: 1000n, net: 4n }
  })
  const { order, lines } = anOrderOf('JPY', wishes)
  expect(order.total.amountMinor).toBe(176n)
  const last = lines.slice(20).map(({ lineNumber }) => ({ lineNumber, quantity: 1000n }))
  const moved = [...movedBy(order, lines, last, 'SHIPPED').values()].flat()
  expect([sum(moved.map(({ net }) => net)), sum(moved.map(({ tax }) => tax))]).toEqual([80n, 8n])
})

it('the parts of an order from before the rule add up to the tax that was charged', () => {
  const wish: LineWish = { supplier: 'co_1', rate: '10', delivery: 1, quantity: 7n, net: 100n }
  const { order, lines } = anOrderOf('JPY', [wish])
  const [line] = lines as [LineProgress]
  const tax = { ...(line.tax as NonNullable<LineProgress['tax']>), amount: money(3n, 'JPY') }
  let books = opened({ order, lines: [{ ...line, tax }] })
  for (let piece = 0; piece < 7; piece += 1) {
    books = take(books, { movement: 'SHIPPED', supplier: 'co_1', shares: [0.01] })
  }
  expect(sum(books.invoiced.map((entry) => entry.net))).toBe(100n)
  expect(sum(books.invoiced.map((entry) => entry.tax))).toBe(3n)
})

function opened(locked: LockedOrder): Books {
  return { locked, invoiced: [], credited: [], cancelled: [] }
}

/** One step of a supplier. Shipments and credit notes have a document for each delivery. */
function take(books: Books, step: StepWish): Books {
  const { movement, supplier, shares } = step
  const { order, lines } = books.locked
  const pieces = piecesOf(lines, step)
  const moved = movedBy(order, lines, pieces, movement)
  const entries = [...moved].flatMap(([key, parts]) => entriesOf(key, parts))
  const field = ({ SHIPPED: 'invoiced', RETURNED: 'credited', CANCELLED: 'cancelled' } as const)[
    movement
  ]
  const next = replaceLines(lines, moveAll(lines, pieces, movement))
  const after = { ...books, locked: { order, lines: next }, [field]: [...books[field], ...entries] }
  const isMore = shares[0] === 1 && firstOpen(next, supplier) !== undefined
  return movement === 'SHIPPED' && isMore ? take(after, step) : after
}

function entriesOf(key: string, parts: readonly Moved[]): Entry[] {
  const first = Math.min(
    ...parts.flatMap((part) => ('line' in part ? (part.line.delivery ?? 1) : [])),
  )
  const byDelivery = Map.groupBy(parts, (part) => {
    if ('line' in part) return part.line.delivery ?? 1
    const { delivery } = part.shippingCost
    return delivery === undefined ? first : delivery + 1
  })
  return [...byDelivery].map(([, own]) => {
    for (const { net, tax } of own) expect([net >= 0n, tax >= 0n]).toEqual([true, true])
    return { key, net: sum(own.map(({ net }) => net)), tax: sum(own.map(({ tax }) => tax)) }
  })
}

const rateOf = ({ key }: Entry) => key.split('|')[2] ?? ''

function expectOwnTax(entry: Entry): void {
  const exact = new Decimal(entry.net.toString()).times(rateOf(entry)).div(100)
  expect(exact.minus(entry.tax.toString()).abs().lessThan(1)).toBe(true)
}

/** All invoices of a supplier and a rate have the tax of their net amount, rounded once. Halves may go either way. */
function expectOwnTaxOfSums(entries: readonly Entry[], currency: string): void {
  for (const [, own] of Map.groupBy(entries, ({ key }) => key)) {
    const net = money(sum(own.map((entry) => entry.net)), currency)
    const tax = sum(own.map((entry) => entry.tax))
    const rate = rateOf(own[0] as Entry)
    const exact = new Decimal(net.amountMinor.toString()).times(rate).div(100)
    expect(exact.minus(tax.toString()).abs().lessThanOrEqualTo(0.5)).toBe(true)
    if (!exact.mod(1).eq(0.5)) expect(tax).toBe(percentOf(net, rate).amountMinor)
  }
}

function grossOf(entries: readonly Entry[]): bigint {
  return sum(entries.map(({ net, tax }) => net + tax))
}

/** What one document says of one supplier's goods at one rate. */
type Entry = { readonly key: string; readonly net: bigint; readonly tax: bigint }

type Books = {
  readonly locked: LockedOrder
  readonly invoiced: Entry[]
  readonly credited: Entry[]
  /** Money that goes back for what is cancelled. It has no document. */
  readonly cancelled: Entry[]
}
