import { expect, it } from 'vitest'
import { money, unitPrice } from '#kernel/money'
import { pieces as pieceUnit } from '#platform/units'
import { fc } from '#testing/tools/fc'
import { reduceOrder } from '../../orders/credits/reduce-price.ts'
import { type MovedPart, move } from '../../orders/credits/reduction.ts'
import { sum } from '../../orders/credits/tax-groups.ts'
import { takenBackOf } from '../../orders/fulfilment/line-progress.ts'
import type { LockedOrder } from '../../orders/fulfilment/locked-order-store.ts'
import { replaceLines } from '../../orders/fulfilment/pick-lines.ts'
import {
  anOrderOf,
  type LineWish,
  piecesOf,
  someCurrency,
  someNet,
  someQuantity,
  someRate,
  someShares,
} from '../../orders/order-amounts.fixture.ts'
import type { InvoiceLine } from '../invoice.ts'
import { reduceNetAndTax, reductionLines } from './compose.ts'
import {
  leftOfLines,
  leftToCredit,
  limitToInvoiced,
  limitToLines,
  type TaxedDocument,
} from './left-to-credit.ts'
import { withinRule } from './within-rule.ts'

const supplier = 'co_1'

/** Lines of one supplier at one rate. */
const someGoods = (most: number) =>
  someRate.chain((rate) => {
    const line = fc.record({ quantity: someQuantity, net: someNet })
    return fc
      .array(line, { minLength: 1, maxLength: most })
      .map((lines) => lines.map((one): LineWish => ({ supplier, rate, delivery: 1, ...one })))
  })

const someShipments = fc.array(someShares, { maxLength: 4 })

const someCredits = fc.array(
  fc.oneof(
    fc.record({ returned: someShares }),
    fc.record({ reducedBy: fc.double({ min: 0, max: 1, noNaN: true }) }),
  ),
  { maxLength: 10 },
)

it('a line that was on one invoice gets all its tax back, by reductions of its price and by returns', () => {
  fc.assert(
    fc.property(someCurrency, someGoods(6), someCredits, (currency, goods, credits) => {
      expectClosedLines(trade(anOrderOf(currency, goods), [], credits))
    }),
    { numRuns: 500 },
  )
})

it('so does a line on several invoices, if nothing else is taxed with it', () => {
  fc.assert(
    fc.property(
      someCurrency,
      someGoods(1),
      someShipments,
      someCredits,
      (currency, goods, shipments, credits) => {
        expectClosedLines(trade(anOrderOf(currency, goods), shipments, credits))
      },
    ),
    { numRuns: 200 },
  )
})

it('several lines on several invoices leave nothing together', () => {
  fc.assert(
    fc.property(
      someCurrency,
      someGoods(6),
      someShipments,
      someCredits,
      (currency, goods, shipments, credits) => {
        const left = leftToCredit(trade(anOrderOf(currency, goods), shipments, credits))
        for (const [, { net, tax }] of left) expect([net, tax]).toEqual([0n, 0n])
      },
    ),
    { numRuns: 200 },
  )
})

function expectClosedLines(documents: readonly TaxedDocument[]): void {
  for (const [line, { tax }] of leftOfLines(documents)) expect([line, tax]).toEqual([line, 0n])
}

/** The documents until everything has left and has come back. */
function trade(
  locked: LockedOrder,
  shipments: readonly (readonly number[])[],
  credits: readonly Credit[],
): readonly TaxedDocument[] {
  const begun: Books = { locked, documents: [] }
  const invoiced = [...shipments, [1]].reduce(ship, begun)
  return [...credits, { returned: [1] }].reduce(credit, invoiced).documents
}

type Books = { readonly locked: LockedOrder; readonly documents: readonly TaxedDocument[] }

type Credit = { readonly returned: readonly number[] } | { readonly reducedBy: number }

function ship({ locked, documents }: Books, shares: readonly number[]): Books {
  const pieces = piecesOf(locked.lines, { movement: 'SHIPPED', supplier, shares })
  const { parts, lines } = move(locked, pieces, 'SHIPPED')
  const invoice = documentOf('INVOICE', withinRule(parts.flatMap(goodsLine), []))
  const after = { ...locked, lines: replaceLines(locked.lines, lines) }
  return { locked: after, documents: [...documents, invoice] }
}

function credit({ locked, documents }: Books, wish: Credit): Books {
  const left = { byTax: leftToCredit(documents), byLine: leftOfLines(documents) }
  if ('returned' in wish) {
    const step = { movement: 'RETURNED', supplier, shares: wish.returned } as const
    const { parts, lines } = move(locked, piecesOf(locked.lines, step), 'RETURNED')
    const returned = limitToInvoiced(limitToLines(parts.flatMap(goodsLine), left), left)
    const after = { ...locked, lines: replaceLines(locked.lines, lines) }
    return { locked: after, documents: withCredit(documents, withinRule(returned, [], left)) }
  }
  const cost = sum(
    locked.lines.map(({ total, reducedKept }) => total.amountMinor - reducedKept.amountMinor),
  )
  const amountMinor = BigInt(Math.ceil(Number(cost) * wish.reducedBy))
  const { shares, changed } = reduceOrder(locked, money(amountMinor, locked.order.total.currency))
  const parts = shares.flatMap(({ on, amount }) =>
    on.part === 'KEPT' && on.line.tax
      ? [{ lineNumber: on.line.lineNumber, tax: on.line.tax, amount }]
      : [],
  )
  const reduced = withinRule(limitToInvoiced(reductionLines(parts, left), left), [], left)
  const after = { ...locked, lines: replaceLines(locked.lines, changed) }
  return { locked: after, documents: withCredit(documents, reduced) }
}

/** What a reduction takes off the lines is what its document credits. */
function withCredit(
  documents: readonly TaxedDocument[],
  lines: readonly InvoiceLine[],
): TaxedDocument[] {
  const [first] = lines
  if (!first) return [...documents]
  for (const { net, tax, parts } of lines) {
    expect([net.amountMinor >= 0n, tax.amount.amountMinor >= 0n]).toEqual([true, true])
    if (!parts) continue
    expect(sum(parts.map((part) => part.net.amountMinor))).toBe(net.amountMinor)
    expect(sum(parts.map((part) => part.tax.amountMinor))).toBe(tax.amount.amountMinor)
  }
  return [...documents, documentOf('CREDIT_NOTE', lines)]
}

function documentOf(kind: TaxedDocument['kind'], lines: readonly InvoiceLine[]): TaxedDocument {
  return { kind, content: { lines, charges: [] } }
}

function goodsLine(part: MovedPart): InvoiceLine[] {
  if (!('line' in part) || !part.line.tax) return []
  const { line, worth, tax: ofPart, reduction } = part
  const { currency } = worth
  const before = { net: money(worth.amountMinor - ofPart.amountMinor, currency), tax: ofPart }
  const { net, tax } = reduceNetAndTax(before, reduction)
  return [
    {
      lineNumber: line.lineNumber,
      sku: line.sku,
      name: line.sku,
      quantity: line.quantity - takenBackOf(line),
      unitPrice: unitPrice('1', currency),
      unit: pieceUnit,
      gross: net,
      discount: money(0n, currency),
      net,
      tax: { ...part.line.tax, amount: tax },
    },
  ]
}
