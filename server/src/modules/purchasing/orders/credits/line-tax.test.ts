import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { takenBackOf } from '../fulfilment/line-progress.ts'
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
  someNet,
  someQuantity,
  someRate,
  someShares,
  someShippingCosts,
  someSteps,
} from '../order-amounts.fixture.ts'
import { move } from './reduction.ts'
import { sum } from './tax-groups.ts'

const suppliers = ['co_1', 'co_2']

it('in every order of steps each document has its own tax, and the last return leaves none', () => {
  fc.assert(
    fc.property(
      someCurrency,
      someLines,
      someShippingCosts,
      someSteps,
      fc.array(someShares, { maxLength: 6 }),
      (currency, wishes, costs, steps, returns) => {
        const begun = steps.reduce(take, opened(anOrderOf(currency, wishes, costs)))
        const shipped = shipAll(begun)
        const ended = [...returns, [1]].reduce(takeBack, shipped)
        if (costs.length > 0) return
        const left = ended.documents.map(({ movement, tax }) =>
          movement === 'SHIPPED' ? tax : -tax,
        )
        expect(sum(left)).toBe(0n)
      },
    ),
    { numRuns: 300 },
  )
})

it('of one or two lines that are taxed together, each closes with its last piece', () => {
  const oneOrTwo = (supplier: string) =>
    someRate.chain((rate) => {
      const delivery = fc.constantFrom(1, 2)
      const line = fc.record({ delivery, quantity: someQuantity, net: someNet })
      return fc
        .array(line, { minLength: 1, maxLength: 2 })
        .map((lines) => lines.map((one): LineWish => ({ supplier, rate, ...one })))
    })

  fc.assert(
    fc.property(
      someCurrency,
      oneOrTwo('co_1'),
      oneOrTwo('co_2'),
      fc.array(someShares, { maxLength: 8 }),
      (currency, first, second, returns) => {
        const shipped = shipAll(opened(anOrderOf(currency, [...first, ...second])))
        let books = shipped
        for (const shares of [...returns, [1]]) {
          books = takeBack(books, shares)
          const closed = books.locked.lines.filter((line) => takenBackOf(line) === line.quantity)
          for (const { lineNumber } of closed) {
            expect(taxOf(books, lineNumber, 'RETURNED')).toBe(taxOf(books, lineNumber, 'SHIPPED'))
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})

it('a line takes back the tax of its invoice, also if other lines went back first', () => {
  // 10 % of 13 yen is 1, and it is on the line of 7 yen. Of 6 yen alone it would be 1, too.
  const shipped = shipAll(opened(anOrderOf('JPY', [yen(7n), yen(6n)])))
  const second = takeBack(shipped, [0, 1])
  expect([1, 2].map((line) => taxOf(second, line, 'SHIPPED'))).toEqual([1n, 0n])
  expect([1, 2].map((line) => taxOf(second, line, 'RETURNED'))).toEqual([0n, 0n])
  expect(taxOf(takeBack(second, [1]), 1, 'RETURNED')).toBe(1n)
})

it('a document keeps its own tax, even if its lines do not close', () => {
  // Sixteen of the first twenty lines have a tax of 1. A credit note over 80 yen has a tax of 8.
  const shipped = shipAll(
    opened(
      anOrderOf(
        'JPY',
        Array.from({ length: 40 }, () => yen(4n)),
      ),
    ),
  )
  const half = Array.from({ length: 40 }, (_, at) => (at < 20 ? 1 : 0))
  const returned = takeBack(takeBack(shipped, half), [1])
  expect(returned.documents.map(({ net, tax }) => [net, tax])).toEqual([
    [160n, 16n],
    [80n, 8n],
    [80n, 8n],
  ])
})

it('while something may still be invoiced, the group closes before its lines', () => {
  const first = { movement: 'SHIPPED', supplier: 'co_1', shares: [1, 1, 0] } as const
  const begun = take(opened(anOrderOf('JPY', [yen(7n), yen(6n), yen(5n)])), first)
  const ended = takeBack(shipAll(takeBack(begun, [0, 1, 0])), [1])
  expect(ended.documents.map(({ movement, tax }) => [movement, tax])).toEqual([
    ['SHIPPED', 1n],
    ['RETURNED', 1n],
    ['SHIPPED', 1n],
    ['RETURNED', 1n],
  ])
  expect([taxOf(ended, 2, 'SHIPPED'), taxOf(ended, 2, 'RETURNED')]).toEqual([0n, 1n])
})

/** An order, and what its documents say of one supplier's goods at one rate. */
type Books = { readonly locked: LockedOrder; readonly documents: readonly TaxedDocument[] }

type TaxedDocument = {
  readonly movement: 'SHIPPED' | 'RETURNED'
  readonly supplier: string
  readonly rate: string
  readonly net: bigint
  readonly tax: bigint
  readonly taxOfLines: ReadonlyMap<number, bigint>
}

function opened(locked: LockedOrder): Books {
  return { locked, documents: [] }
}

function yen(net: bigint): LineWish {
  return { supplier: 'co_1', rate: '10', delivery: 1, quantity: 1_000n, net }
}

function shipAll(books: Books): Books {
  return suppliers.reduce((before, supplier) => {
    const step = { movement: 'SHIPPED', supplier, shares: [1] } as const
    let after = before
    while (firstOpen(after.locked.lines, supplier) !== undefined) after = take(after, step)
    return after
  }, books)
}

function takeBack(books: Books, shares: readonly number[]): Books {
  return suppliers.reduce(
    (before, supplier) => take(before, { movement: 'RETURNED', supplier, shares }),
    books,
  )
}

/** Each document is right for its net amount, and so is what stays invoiced of a supplier at a rate. */
function take({ locked, documents }: Books, step: StepWish): Books {
  const { movement, supplier } = step
  const pieces = piecesOf(locked.lines, step)
  const { parts, lines, shippingCostReduced } = move(locked, pieces, movement)
  const after = {
    order: { ...locked.order, shippingCostReduced },
    lines: replaceLines(locked.lines, lines),
  }
  if (movement === 'CANCELLED') return { locked: after, documents }
  const first = locked.lines.find(({ lineNumber }) => lineNumber === pieces[0]?.lineNumber)
  const byDocument = Map.groupBy(parts, (part) => {
    const { tax, delivery } =
      'line' in part
        ? { tax: part.line.tax, delivery: part.line.delivery }
        : { tax: part.shippingCost.tax, delivery: first?.delivery }
    return `${tax?.rate} ${delivery}`
  })
  const added = [...byDocument].map(([key, own]): TaxedDocument => {
    const taxes = own.map(({ tax }) => tax.amountMinor)
    const tax = sum(taxes)
    const net = sum(own.map(({ worth }) => worth.amountMinor)) - tax
    for (const one of taxes) expect(one).toBeGreaterThanOrEqual(0n)
    const rate = key.split(' ')[0] ?? ''
    expectTaxOf(net, rate, tax)
    const taxOfLines = new Map(
      own.flatMap((part) =>
        'line' in part ? [[part.line.lineNumber, part.tax.amountMinor] as const] : [],
      ),
    )
    return { movement, supplier, rate, net, tax, taxOfLines }
  })
  const all = [...documents, ...added]
  for (const [, alike] of Map.groupBy(all, (one) => `${one.supplier} ${one.rate}`)) {
    const signed = (amountOf: (document: TaxedDocument) => bigint) =>
      sum(alike.map((one) => (one.movement === 'SHIPPED' ? amountOf(one) : -amountOf(one))))
    const rate = alike[0]?.rate ?? ''
    expectTaxOf(
      signed(({ net }) => net),
      rate,
      signed(({ tax }) => tax),
    )
  }
  return { locked: after, documents: all }
}

function expectTaxOf(net: bigint, rate: string, tax: bigint): void {
  const exact = new Decimal(net.toString()).times(rate).div(100)
  expect(exact.minus(tax.toString()).abs().lessThan(1)).toBe(true)
}

function taxOf(
  { documents }: Books,
  lineNumber: number,
  movement: TaxedDocument['movement'],
): bigint {
  const own = documents.filter((one) => one.movement === movement)
  return sum(own.map(({ taxOfLines }) => taxOfLines.get(lineNumber) ?? 0n))
}
