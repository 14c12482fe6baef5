import { expect, it } from 'vitest'
import { money, sumOf } from '#kernel/money'
import { fc } from '#testing/tools/fc'
import { openOf, takenBackOf } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import { replaceLines } from '../fulfilment/pick-lines.ts'
import type { Order } from '../order.ts'
import {
  anOrderOf,
  partOf,
  someCurrency,
  someLines,
  someShippingCosts,
} from '../order-amounts.fixture.ts'
import { creditPieces } from './credit-pieces.ts'
import { reduceOrder } from './reduce-price.ts'
import { move, placesOf } from './reduction.ts'

it('reductions are refunded once, and documents, refunds and costs agree in every order of events', () => {
  const aShare = fc.double({ min: 0, max: 1, noNaN: true })

  const moves = fc.array(
    fc.record<Move>({
      what: fc.constantFrom('ship', 'cancel', 'return', 'reduce'),
      line: fc.nat(5),
      count: fc.integer({ min: 1, max: 3 }),
      share: fc.oneof(aShare, fc.constant(1)),
    }),
    { maxLength: 25 },
  )

  fc.assert(
    fc.property(
      someCurrency,
      someLines,
      someShippingCosts,
      moves,
      (currency, wishes, costs, all) => {
        const begun: Book = {
          locked: anOrderOf(currency, wishes, costs),
          invoiced: 0n,
          refunded: 0n,
        }
        const ended = all.reduce((book, one) => {
          const next = step(book, one)
          expectAgreement(next)
          return next
        }, begun)
        const isSettled = ended.locked.lines.every(
          ({ creditedQuantity, quantity }) => creditedQuantity === quantity,
        )
        const isKept = ended.locked.lines.some(({ shipped }) => shipped > 0) && costs.length > 0
        if (isSettled && !isKept) expect(paidOf(ended)).toBe(0n)
      },
    ),
    { numRuns: 200 },
  )
})

it('each part of an order has its share, and the shares add up', () => {
  const wish = { supplier: 'co_1', rate: '19', delivery: 1 }
  const locked = anOrderOf('EUR', [
    { ...wish, quantity: 3000n, net: 1_000n },
    { ...wish, quantity: 1000n, net: 1n },
    { ...wish, quantity: 2000n, net: 0n },
  ])
  for (const minor of [1n, 500n, 1_191n]) {
    const { shares } = reduceOrder(locked, money(minor, 'EUR'))
    const amounts = shares.map(({ amount }) => amount)
    expect(sumOf(amounts, 'EUR').amountMinor).toBe(minor)
    for (const { amount, cost } of shares) {
      expect(amount.amountMinor).toBeLessThanOrEqual(cost.amountMinor)
    }
  }
})

/** The order costs what was paid for it and has not gone back, and its documents are over what has left of that. */
function expectAgreement(book: Book): void {
  const places = placesOf(book.locked)
  const minor = (some: typeof places) => some.reduce((sum, { cost }) => sum + cost.amountMinor, 0n)
  expect(minor(places)).toBe(paidOf(book))
  const hasLeft = places.filter(({ on }) =>
    on.part === 'SHIPPING' ? on.hasLeft : on.part === 'KEPT',
  )
  expect(book.invoiced).toBe(minor(hasLeft))
}

function paidOf({ locked, refunded }: Book): bigint {
  return locked.order.total.amountMinor - refunded
}

function step(book: Book, { what, line: at, count, share }: Move): Book {
  if (what === 'reduce') return reduce(book, share)
  const { order, lines } = book.locked
  const pieces = lines.slice(at % lines.length, (at % lines.length) + count).flatMap((line) => {
    const left = what === 'return' ? line.shipped - takenBackOf(line) : openOf(line)
    const quantity = partOf(left, share)
    return quantity === 0n ? [] : [{ lineNumber: line.lineNumber, quantity }]
  })
  if (what === 'ship') {
    const { parts, lines: changed, shippingCostReduced } = move(book.locked, pieces, 'SHIPPED')
    const worth = parts.map((part) => part.worth.amountMinor - part.reduction.amountMinor)
    for (const one of worth) expect(one).toBeGreaterThanOrEqual(0n)
    const locked = {
      order: { ...order, shippingCostReduced },
      lines: replaceLines(lines, changed),
    }
    return { ...book, locked, invoiced: worth.reduce((sum, one) => sum + one, book.invoiced) }
  }
  const movement = what === 'return' ? 'RETURNED' : 'CANCELLED'
  const credited = creditPieces(book.locked, pieces, movement)
  const { parts, changed, shippingCost, shippingCostReduction, shippingCostReduced } = credited
  const amounts = parts.map(({ amount }) => amount.amountMinor)
  for (const one of [...amounts, shippingCost - shippingCostReduction]) {
    expect(one).toBeGreaterThanOrEqual(0n)
  }
  const amount = amounts.reduce((sum, one) => sum + one, shippingCost - shippingCostReduction)
  return {
    locked: { order: { ...order, shippingCostReduced }, lines: replaceLines(lines, changed) },
    invoiced: book.invoiced - (what === 'return' ? amount : 0n),
    refunded: book.refunded + amount,
  }
}

function reduce(book: Book, share: number): Book {
  const { order, lines } = book.locked
  const wanted = BigInt(Math.ceil(Number(paidOf(book)) * share))
  const { amount, shares, changed, shippingCostReduced } = reduceOrder(
    book.locked,
    money(wanted, order.total.currency),
  )
  expect(amount.amountMinor).toBe(wanted)
  const invoiced = shares.filter(({ on }) =>
    on.part === 'SHIPPING' ? on.hasLeft : on.part === 'KEPT',
  )
  const credited = invoiced.reduce((sum, one) => sum + one.amount.amountMinor, 0n)
  return {
    locked: {
      order: { ...order, shippingCostReduced } as Order,
      lines: replaceLines(lines, changed),
    },
    invoiced: book.invoiced - credited,
    refunded: book.refunded + wanted,
  }
}

/** An order, what its documents say in all, and what has gone back of it. */
type Book = { readonly locked: LockedOrder; readonly invoiced: bigint; readonly refunded: bigint }

type Move = {
  readonly what: 'ship' | 'cancel' | 'return' | 'reduce'
  readonly line: number
  readonly count: number
  readonly share: number
}
