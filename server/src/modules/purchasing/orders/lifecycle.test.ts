import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { type Quantity, sumOfQuantities } from '#kernel/quantity'
import { fc } from '#testing/tools/fc'
import { creditPieces } from './credits/credit-pieces.ts'
import {
  claimableOf,
  type LineProgress,
  openOf,
  returnableOf,
  untouched,
} from './fulfilment/line-progress.ts'
import { replaceLines } from './fulfilment/pick-lines.ts'
import { hasEnded, isLegal, isOpen, stateAfter } from './lifecycle.ts'
import type { Order, OrderState } from './order.ts'
import { partOf, someQuantity } from './order-amounts.fixture.ts'
import { addRequested } from './returns/request-return.ts'

const at = new Date('2026-01-02T03:04:05Z')
const order = { total: money(0n, 'EUR'), shippingCostReduced: [] } as unknown as Order

describe('an order under any sequence of steps', () => {
  it('keeps quantities and money in bounds, and takes legal steps alone', () => {
    const lines = fc
      .array(fc.tuple(someQuantity, fc.bigInt({ min: 0n, max: 10_000n })), {
        minLength: 1,
        maxLength: 4,
      })
      .map((wishes) => wishes.map(([quantity, total], index) => aLine(index + 1, quantity, total)))

    const move: fc.Arbitrary<Move> = fc.record({
      what: fc.constantFrom('confirm', 'ship', 'deliver', 'lose', 'cancel', 'return', 'claim'),
      line: fc.nat(3),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })

    fc.assert(
      fc.property(lines, fc.array(move, { maxLength: 40 }), (begun, moves) => {
        let state: OrderState = 'PLACED'
        let now: readonly LineProgress[] = begun
        for (const one of moves) {
          const line = now[one.line % now.length] as LineProgress
          const next = hasEnded(state) ? undefined : moved(state, line, one)
          if (!next) continue
          now = replaceLines(now, [next])
          const after = stateAfter(state, now)
          expect(isLegal(state, after), `${state} to ${after}`).toBe(true)
          state = after
          for (const each of now) expectWithinBounds(each)
        }
        expect(state === 'CANCELLED').toBe(now.every((line) => line.cancelled === line.quantity))
      }),
      { numRuns: 500 },
    )
  })

  it('refunds a whole line in any parts, and never a cent more', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.array(someQuantity, { minLength: 1, maxLength: 20 }),
        (total, parts) => {
          const quantity = sumOfQuantities(parts)
          let line = aLine(1, quantity, total)
          let sum = 0n
          for (const part of parts) {
            const given = credited(line, part, 'CANCELLED')
            expect(given.amount.amountMinor).toBeGreaterThanOrEqual(0n)
            sum += given.amount.amountMinor
            line = given.line
          }
          expect(sum).toBe(total)
        },
      ),
    )
  })

  it('ships nothing while it waits for approval', () => {
    const shipped = { ...aLine(1, 2000n, 100n), confirmedAt: at }
    expect(stateAfter('PENDING_APPROVAL', [shipped])).toBe('PENDING_APPROVAL')
    expect(isLegal('PENDING_APPROVAL', 'PLACED')).toBe(true)
    expect(isLegal('PENDING_APPROVAL', 'SHIPPED')).toBe(false)
    expect(isLegal('REJECTED', 'PLACED')).toBe(false)
  })
})

function expectWithinBounds(line: LineProgress): void {
  expect(openOf(line)).toBeGreaterThanOrEqual(0n)
  expect(line.delivered + line.missing).toBeLessThanOrEqual(line.shipped)
  expect(returnableOf(line)).toBeGreaterThanOrEqual(0n)
  expect(claimableOf(line)).toBeGreaterThanOrEqual(0n)
  expect(line.creditedQuantity).toBe(line.cancelled + line.returned + line.claimed)
  expect(line.credited.amountMinor).toBeLessThanOrEqual(line.total.amountMinor)
}

function aLine(lineNumber: number, quantity: Quantity, totalMinor: bigint): LineProgress {
  return {
    lineNumber,
    followsLine: undefined,
    productId: `prd_${lineNumber}`,
    sku: `SKU-${lineNumber}`,
    supplierCompanyId: 'co_1',
    quantity,
    unit: 'MTR',
    ...untouched,
    net: money(totalMinor, 'EUR'),
    tax: undefined,
    total: money(totalMinor, 'EUR'),
    reducedOpen: money(0n, 'EUR'),
    reducedKept: money(0n, 'EUR'),
    credited: money(0n, 'EUR'),
  }
}

function credited(line: LineProgress, quantity: Quantity, movement: 'CANCELLED' | 'RETURNED') {
  const { lineNumber } = line
  const { parts } = creditPieces({ order, lines: [line] }, [{ lineNumber, quantity }], movement)
  return parts[0] as (typeof parts)[number]
}

type Move = {
  readonly what: 'confirm' | 'ship' | 'deliver' | 'lose' | 'cancel' | 'return' | 'claim'
  readonly line: number
  readonly share: number
}

/** What a request could do to one line, with a share of what is left for it. Undefined: it would be refused. */
function moved(state: OrderState, line: LineProgress, { what, share }: Move) {
  const of = (left: Quantity) => partOf(left, share)
  const onTheWay = line.shipped - line.delivered - line.missing
  const goods = isOpen(state)
  switch (what) {
    case 'confirm':
      return goods && openOf(line) > 0n ? { ...line, confirmedAt: at } : undefined
    case 'ship':
      return goods
        ? { ...line, shipped: line.shipped + of(openOf(line)), confirmedAt: at }
        : undefined
    case 'deliver':
      return { ...line, delivered: line.delivered + of(onTheWay) }
    case 'lose':
      return { ...line, missing: line.missing + of(onTheWay) }
    case 'cancel': {
      const pieces = of(openOf(line))
      return goods ? credited(line, pieces, 'CANCELLED').line : undefined
    }
    case 'return': {
      const pieces = of(returnableOf(line))
      return credited(addRequested(line, pieces, 'DAMAGED'), pieces, 'RETURNED').line
    }
    case 'claim': {
      const pieces = of(claimableOf(line))
      return credited(addRequested(line, pieces, 'MISSING'), pieces, 'RETURNED').line
    }
  }
}
