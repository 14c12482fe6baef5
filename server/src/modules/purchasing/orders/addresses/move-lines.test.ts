import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { computeCancellation } from '../fulfilment/cancel-lines.ts'
import { type LineProgress, openOf } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import { replaceLines } from '../fulfilment/pick-lines.ts'
import type { Address } from '../order.ts'
import {
  anOrderOf,
  someCurrency,
  someLines,
  someQuantity,
  someShippingCosts,
} from '../order-amounts.fixture.ts'
import { assertParcelsWhole, moveLines } from './move-lines.ts'

const placeOf = (line1: string): Address => {
  return { name: 'Bea Buyer', line1, city: 'Hamburg', postalCode: '20457', country: 'DE' }
}
const [first, second, dock, gate] = ['First', 'Second', 'Dock', 'Gate'].map(placeOf) as [
  Address,
  Address,
  Address,
  Address,
]

const line = { supplier: 'co_1', rate: '19', delivery: 1, quantity: 2_000n, net: 500n }
const parcel = { supplier: 'co_1', rate: '19', delivery: 1, net: 690n }

/** Two addresses, to which lines go. */
function anOrder(
  lines: Parameters<typeof anOrderOf>[1],
  costs?: Parameters<typeof anOrderOf>[2],
  currency = 'EUR',
): LockedOrder {
  const locked = anOrderOf(currency, lines, costs)
  const deliveries = [
    { number: 1, shipTo: first, requestedDate: '2999-01-31' },
    { number: 2, shipTo: second },
  ]
  return { ...locked, order: { ...locked.order, shipTo: first, deliveries } }
}

const to = (shipTo: Address, lines: readonly LineProgress[]) =>
  lines.map((one) => ({
    line: one,
    requested: {
      lineNumber: one.lineNumber,
      quantityBefore: one.quantity,
      quantity: one.quantity,
      shipTo,
    },
  }))

const numbersIn = (lines: readonly LineProgress[] = []) =>
  lines.map(({ lineNumber, delivery }) => [lineNumber, delivery])

describe('lines that move', () => {
  it('get a delivery of their own for each address that they leave and reach', () => {
    const locked = anOrder([line, { ...line, delivery: 2 }, line, line])
    const [one, two, three] = locked.lines as [LineProgress, LineProgress, LineProgress]
    const move = moveLines(locked, [...to(dock, [one, two]), ...to(gate, [three])])
    expect(numbersIn(move?.moved)).toEqual([
      [1, 3],
      [2, 4],
      [3, 5],
    ])
    expect(move?.order.deliveries).toEqual([
      { number: 1, shipTo: first, requestedDate: '2999-01-31' },
      { number: 2, shipTo: second },
      { number: 3, shipTo: dock, requestedDate: '2999-01-31' },
      { number: 4, shipTo: dock },
      { number: 5, shipTo: gate, requestedDate: '2999-01-31' },
    ])
    expect(move?.order.shipTo).toEqual(first)
    expect(moveLines(locked, [])).toBeUndefined()
  })

  it('take the address of the order along once nothing else goes there', () => {
    const locked = anOrder([line, line])
    const [kept, gone] = locked.lines as [LineProgress, LineProgress]
    const lines = [kept, { ...gone, cancelled: gone.quantity }]
    expect(moveLines({ ...locked, lines }, to(dock, [kept]))?.order.shipTo).toEqual(dock)
    expect(moveLines(locked, to(dock, [kept]))?.order.shipTo).toEqual(first)
  })

  it('are in an order with one address that stores no deliveries', () => {
    const { order, lines } = anOrderOf('EUR', [line])
    const move = moveLines({ order: { ...order, shipTo: first }, lines }, to(dock, lines))
    expect(move?.order.deliveries).toEqual([
      { number: 1, shipTo: first },
      { number: 2, shipTo: dock },
    ])
  })

  it('do not give an order more than a hundred deliveries', () => {
    const locked = anOrder(Array.from({ length: 99 }, () => line))
    const changes = locked.lines.flatMap((one, at) => to(placeOf(`Dock ${at}`), [one]))
    expect(moveLines(locked, changes.slice(1))?.order.deliveries).toHaveLength(100)
    expect(() => moveLines(locked, changes)).toThrow(
      expect.objectContaining({ code: 'orders.too_many_deliveries', details: { limit: 100 } }),
    )
  })
})

describe('the shipping cost of a parcel', () => {
  const deliveriesOfCosts = (locked: LockedOrder, lines: readonly LineProgress[]) =>
    moveLines(locked, to(dock, lines))?.order.shippingCosts?.map(({ delivery }) => delivery)

  it('goes with the parcel, and stays if any of it stays or has left', () => {
    const locked = anOrder([line, line], [parcel, { ...parcel, delivery: 0 }])
    const [one, two] = locked.lines as [LineProgress, LineProgress]
    expect(deliveriesOfCosts(locked, [one, two])).toEqual([2, undefined])
    expect(deliveriesOfCosts(locked, [one])).toEqual([0, undefined])
    const shipped = { ...locked, lines: [one, { ...two, shipped: two.quantity }] }
    expect(deliveriesOfCosts(shipped, [one])).toEqual([0, undefined])
    const cancelled = { ...locked, lines: [one, { ...two, cancelled: two.quantity }] }
    expect(deliveriesOfCosts(cancelled, [one])).toEqual([2, undefined])
  })

  it('is not paid for two parcels', () => {
    const locked = anOrder([line, line], [parcel])
    const [one, two] = locked.lines as [LineProgress, LineProgress]
    const divided = expect.objectContaining({
      code: 'orders.parcel_divided',
      details: { lineNumbers: [1, 2] },
    })
    expect(() => assertParcelsWhole(locked, to(dock, [one]))).toThrow(divided)
    expect(() => assertParcelsWhole(locked, [...to(dock, [one]), ...to(gate, [two])])).toThrow(
      divided,
    )
    assertParcelsWhole(locked, to(dock, [one, two]))
    assertParcelsWhole({ ...locked, lines: [one, { ...two, shipped: 1_000n }] }, to(dock, [one]))
    assertParcelsWhole(anOrder([line, line], [{ ...parcel, net: 0n }]), to(dock, [one]))
    assertParcelsWhole(anOrder([line, line]), to(dock, [one]))
  })

  it('is given back with the last goods, wherever the parcel goes', () => {
    fc.assert(
      fc.property(
        someCurrency,
        someLines,
        someShippingCosts,
        fc.nat(),
        someQuantity,
        (currency, wishes, costs, which, some) => {
          const locked = anOrder(wishes, costs, currency)
          const { supplierCompanyId, delivery } = locked.lines[
            which % locked.lines.length
          ] as LineProgress
          const own = locked.lines.filter(
            (one) => one.supplierCompanyId === supplierCompanyId && one.delivery === delivery,
          )
          const move = moveLines(locked, to(dock, own))
          const moved = {
            order: { ...locked.order, ...move?.order },
            lines: replaceLines(locked.lines, move?.moved ?? []),
          }
          expect(givenBack(moved, some)).toEqual(givenBack(locked, some))
        },
      ),
    )
  })
})

/** What goes back when a part of each line is cancelled, and then the rest. */
function givenBack(locked: LockedOrder, some: bigint) {
  const part = locked.lines.map((one) => ({ line: one, quantity: some }))
  const fitting = part.filter(({ line: one }) => one.quantity >= some)
  const begun = computeCancellation(locked, fitting)
  const left = replaceLines(locked.lines, begun.changed)
  const { shippingCostCredited, shippingCostReduced } = begun
  const order = { ...locked.order, shippingCostCredited, shippingCostReduced }
  const rest = left.flatMap((one) =>
    openOf(one) > 0n ? [{ line: one, quantity: openOf(one) }] : [],
  )
  const ended = computeCancellation({ order, lines: left }, rest)
  return [begun.amount, ended.amount, ended.shippingCostCredited]
}
