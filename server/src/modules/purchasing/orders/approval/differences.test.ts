import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { quantityOf } from '#kernel/quantity'
import type { Address, OrderDocument } from '../order.ts'
import { differencesBetween, textOf } from './differences.ts'

const shipTo: Address = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}

describe('the differences between two versions of an order', () => {
  it('are none if nothing changed', () => {
    expect(differencesBetween(anOrder(), anOrder())).toEqual([])
  })

  it('are the quantity, the price, the new line and the removed line', () => {
    const before = anOrder({ lines: [aLine('bolt', 12), aLine('nut', 3)], total: 1_500n })
    const after = anOrder({ lines: [aLine('screw', 1), aLine('bolt', 10, '2')], total: 1_100n })
    expect(differencesBetween(before, after)).toEqual([
      { ...about('screw'), field: 'QUANTITY', before: undefined, after: { quantity: 1000n } },
      {
        ...about('bolt'),
        field: 'QUANTITY',
        before: { quantity: 12_000n },
        after: { quantity: 10_000n },
      },
      {
        ...about('bolt'),
        field: 'UNIT_PRICE',
        before: { text: '1 EUR' },
        after: { text: '2 EUR' },
      },
      { ...about('nut'), field: 'QUANTITY', before: { quantity: 3000n }, after: undefined },
      { field: 'TOTAL', before: { amount: euros(1_500n) }, after: { amount: euros(1_100n) } },
    ])
  })

  it('count the lines of one product together', () => {
    const before = anOrder({ lines: [aLine('bolt', 2), aLine('bolt', 3)] })
    expect(differencesBetween(before, anOrder({ lines: [aLine('bolt', 5)] }))).toEqual([])
  })

  it('are the references and the addresses, with what is new or gone', () => {
    const billTo = { ...shipTo, name: 'Accounts' }
    const before = anOrder({ order: { poNumber: 'A', note: 'Please ring.' } })
    const after = anOrder({
      order: { poNumber: 'B', costCenter: '4711', shipTo: { ...shipTo, city: 'Kiel' }, billTo },
    })
    expect(differencesBetween(before, after)).toEqual([
      { field: 'PO_NUMBER', before: { text: 'A' }, after: { text: 'B' } },
      { field: 'COST_CENTER', before: undefined, after: { text: '4711' } },
      {
        field: 'SHIP_TO',
        before: { text: 'Bea Buyer, Hafenstr. 7, 20457 Hamburg, DE' },
        after: { text: 'Bea Buyer, Hafenstr. 7, 20457 Kiel, DE' },
      },
      { field: 'BILL_TO', before: undefined, after: { text: textOf(billTo) } },
      { field: 'NOTE', before: { text: 'Please ring.' }, after: undefined },
    ])
  })

  it('are the addresses of all deliveries, each once', () => {
    const kiel = { ...shipTo, city: 'Kiel' }
    const deliveries = [shipTo, kiel, shipTo].map((to, at) => ({ number: at + 1, shipTo: to }))
    const [difference] = differencesBetween(anOrder(), anOrder({ order: { deliveries } }))
    expect(difference).toMatchObject({
      field: 'SHIP_TO',
      after: { text: `${textOf(shipTo)}; ${textOf(kiel)}` },
    })
  })

  it('are what accounting books the lines on, their numbers and days', () => {
    const allocations = [
      { costCenter: 'A-200', percent: '40.00', amount: cents },
      { costCenter: 'A-100', glAccount: '4400', percent: '60', amount: cents },
    ]
    const line = { ...aLine('bolt', 10), glAccount: '4400', poNumber: '1' }
    const before = anOrder({ lines: [line] })
    const after = anOrder({
      lines: [{ ...aLine('bolt', 10), allocations, project: 'Roof', requestedDate: '2026-03-01' }],
    })
    expect(differencesBetween(before, after)).toEqual([
      { ...about('bolt'), field: 'PO_NUMBER', before: { text: '1' }, after: undefined },
      { ...about('bolt'), field: 'GL_ACCOUNT', before: { text: '4400' }, after: undefined },
      { ...about('bolt'), field: 'PROJECT', before: undefined, after: { text: 'Roof' } },
      {
        ...about('bolt'),
        field: 'ALLOCATIONS',
        before: undefined,
        after: { text: 'A-100 / 4400 / –: 60 %; A-200 / – / –: 40 %' },
      },
      {
        ...about('bolt'),
        field: 'REQUESTED_DATE',
        before: undefined,
        after: { text: '2026-03-01' },
      },
    ])
    const reordered = { ...aLine('bolt', 10), allocations: allocations.toReversed() }
    const same = { ...aLine('bolt', 10), allocations }
    expect(differencesBetween(anOrder({ lines: [same] }), anOrder({ lines: [reordered] }))).toEqual(
      [],
    )
  })

  it.each([
    [
      'a quantity',
      { quantity: 3, amount: { amount: '0.60', currency: 'EUR' } },
      'A-100 / – / –: 3',
    ],
    ['an amount', { amount: { amount: '0.60', currency: 'EUR' } }, 'A-100 / – / –: 0.60 EUR'],
  ])('name the part of an allocation as %s', (_, part, text) => {
    const line = { ...aLine('bolt', 10), allocations: [{ costCenter: 'A-100', ...part }] }
    const differences = differencesBetween(anOrder(), anOrder({ lines: [line] }))
    expect(differences).toMatchObject([
      { field: 'QUANTITY' },
      { field: 'ALLOCATIONS', before: undefined, after: { text } },
    ])
  })

  it('say which quantity of a product has which value', () => {
    const of = (costCenter: string | undefined, quantity: number) => ({
      ...aLine('bolt', quantity),
      costCenter,
    })
    const before = anOrder({ lines: [of('A', 4), of('B', 6)] })
    expect(differencesBetween(before, anOrder({ lines: [of('B', 6), of('A', 4)] }))).toEqual([])
    const after = anOrder({ lines: [of('A', 2), of('A', 3), of(undefined, 5)] })
    expect(differencesBetween(before, after)).toEqual([
      {
        ...about('bolt'),
        field: 'COST_CENTER',
        before: { text: '4 × A; 6 × B' },
        after: { text: '5 × A; 5 × –' },
      },
    ])
  })

  it('are the address and the day of a line whose delivery is another one', () => {
    const kiel = { ...shipTo, city: 'Kiel' }
    const deliveries = [
      { number: 1, shipTo, requestedDate: '2026-03-01' },
      { number: 2, shipTo: kiel, requestedDate: '2026-03-02' },
    ]
    const version = (delivery: number) =>
      anOrder({ order: { deliveries }, lines: [{ ...aLine('bolt', 4), delivery }] })
    const days = { before: { text: '2026-03-01' }, after: { text: '2026-03-02' } }
    expect(differencesBetween(version(1), version(2))).toEqual([
      { ...about('bolt'), field: 'REQUESTED_DATE', ...days },
      {
        ...about('bolt'),
        field: 'SHIP_TO',
        before: { text: textOf(shipTo) },
        after: { text: textOf(kiel) },
      },
    ])
    const on = (requestedDate: string) =>
      anOrder({
        order: { deliveries: [{ number: 1, shipTo, requestedDate }] },
        lines: [aLine('bolt', 4)],
      })
    expect(differencesBetween(on('2026-03-01'), on('2026-03-02'))).toEqual([
      { field: 'REQUESTED_DATE', ...days },
    ])
  })

  it('are the note of a negotiated price', () => {
    const by = (note: string) => ({ negotiatedPrice: { note, attachmentIds: ['att_1'] } })
    const before = anOrder({ lines: [{ ...aLine('bolt', 4), ...by('By phone.') }] })
    const after = anOrder({ lines: [{ ...aLine('bolt', 4), ...by('By letter.') }] })
    const of = { ...about('bolt'), field: 'NEGOTIATED_PRICE' }
    const said = { before: { text: 'By phone.' }, after: { text: 'By letter.' } }
    expect(differencesBetween(before, after)).toEqual([{ ...of, ...said }])
    const catalogue = anOrder({ lines: [aLine('bolt', 4)] })
    expect(differencesBetween(before, catalogue)).toEqual([{ ...of, ...said, after: undefined }])
  })

  it('are a total of another currency, also of the same number', () => {
    const after = anOrder({ order: { total: money(100n, 'USD') } })
    expect(differencesBetween(anOrder(), after)).toMatchObject([{ field: 'TOTAL' }])
  })

  it('name the quantity that a price is for', () => {
    const line = aLine('bolt', 100)
    const before = anOrder({ lines: [line] })
    const unitPrice = { ...line.unitPrice, perQuantity: 100 }
    expect(differencesBetween(before, anOrder({ lines: [{ ...line, unitPrice }] }))).toMatchObject([
      { field: 'UNIT_PRICE', before: { text: '1 EUR' }, after: { text: '1 EUR / 100' } },
    ])
  })
})

const euros = (minor: bigint) => money(minor, 'EUR')
const cents = { amount: '0.50', currency: 'EUR' }
const about = (productId: string) => ({ productId, name: `A ${productId}` })

type Line = OrderDocument['lines'][number]

function aLine(productId: string, quantity: number, price = '1'): Line {
  const unitPrice = { amount: new Decimal(price), currency: 'EUR', perQuantity: 1 }
  return {
    ...about(productId),
    quantity: quantityOf(quantity),
    unitPrice,
    total: euros(100n),
  } as unknown as Line
}

function anOrder({
  lines = [],
  total = 100n,
  order = {},
}: {
  lines?: Line[]
  total?: bigint
  order?: Partial<OrderDocument['order']>
} = {}): OrderDocument {
  return { order: { shipTo, total: euros(total), ...order }, lines } as unknown as OrderDocument
}
