import { describe, expect, it } from 'vitest'
import type { Actor } from '#kernel/actor'
import { readQuantity } from '#kernel/quantity'
import { readLines } from './read-input.ts'
import {
  endedStates,
  isEditable,
  isLegal,
  isWithBuyers,
  productToOrder,
  requisitionStates,
  stateByLines,
} from './requisition.ts'
import { mayRead } from './who-reads.ts'

const now = new Date('2026-01-02T03:04:05Z')
const code = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return (error as { code?: string }).code
  }
}

describe('the states of a requisition', () => {
  it('lead from the draft to the order, and back to the requester until it is ordered', () => {
    const path = [
      'DRAFT',
      'SUBMITTED',
      'IN_SOURCING',
      'IN_APPROVAL',
      'APPROVED',
      'ORDERED',
    ] as const
    for (const [at, state] of path.slice(1).entries()) {
      expect(isLegal(path[at] ?? 'DRAFT', state)).toBe(true)
    }
    expect(requisitionStates.filter((state) => isLegal(state, 'RETURNED'))).toEqual([
      'SUBMITTED',
      'IN_SOURCING',
      'IN_APPROVAL',
    ])
    expect(endedStates).toEqual(['ORDERED', 'REJECTED', 'WITHDRAWN'])
    expect(requisitionStates.filter(isEditable)).toEqual(['DRAFT', 'RETURNED'])
    expect(requisitionStates.filter(isWithBuyers)).toEqual(['SUBMITTED', 'IN_SOURCING'])
    expect(requisitionStates.filter((state) => isLegal(state, 'WITHDRAWN'))).toEqual([
      'SUBMITTED',
      'IN_SOURCING',
      'RETURNED',
    ])
  })

  it('follow from the states of its lines', () => {
    const by = (...states: ('OPEN' | 'IN_APPROVAL' | 'ORDERED' | 'CANCELLED')[]) =>
      stateByLines(states.map((state) => ({ state })))
    expect(by('ORDERED', 'OPEN', 'IN_APPROVAL')).toBe('IN_SOURCING')
    expect(by('ORDERED', 'CANCELLED', 'IN_APPROVAL')).toBe('IN_APPROVAL')
    expect(by('ORDERED', 'CANCELLED')).toBe('ORDERED')
    expect(by('CANCELLED')).toBeUndefined()
  })

  it('say with the scopes of a person who reads it', () => {
    const person = (id: string, ...scopes: string[]) =>
      ({ kind: 'person', id, scopes: new Set(scopes) }) as unknown as Actor
    const of = (state: 'DRAFT' | 'SUBMITTED', unitId?: string) => ({
      requesterId: 'usr_1',
      state,
      unitId,
    })
    const buyer = person('usr_2', 'payments:write')
    expect(mayRead(person('usr_1'), of('DRAFT'), [])).toBe(true)
    expect(mayRead(buyer, of('DRAFT'), undefined)).toBe(false)
    expect(mayRead(buyer, of('SUBMITTED'), undefined)).toBe(true)
    expect(mayRead(person('usr_2', 'orders:read'), of('SUBMITTED'), [])).toBe(false)
    expect(mayRead(person('usr_2'), of('SUBMITTED', 'unt_1'), ['unt_1'])).toBe(true)
    expect(mayRead(person('usr_2'), of('SUBMITTED', 'unt_2'), ['unt_1'])).toBe(false)
    expect(mayRead(person('usr_2'), of('SUBMITTED'), ['unt_1'])).toBe(false)
    expect(mayRead(person('usr_2'), of('DRAFT', 'unt_1'), ['unt_1'])).toBe(false)
  })
})

describe('the lines of a requisition', () => {
  it('are numbered, trimmed, and keep an exact estimate', () => {
    const [desk, bolts] = readLines(
      [
        {
          what: ' A desk ',
          quantity: 2_000n,
          unit: 'C62',
          estimate: { amount: '1200.5', currency: 'EUR' },
          costCenter: ' 4711 ',
        },
        { productId: 'prd_1', quantity: 3_000n, note: ' ' },
      ],
      now,
    )
    expect(desk).toMatchObject({
      position: 1,
      what: 'A desk',
      estimate: { amountMinor: 120_050n, currency: 'EUR' },
      costCenter: '4711',
      links: [],
    })
    expect(bolts).toMatchObject({ position: 2, productId: 'prd_1', note: undefined })
  })

  it.each([
    [{ quantity: 1 }, 'line_ambiguous'],
    [{ quantity: 1, what: 'A desk', productId: 'prd_1' }, 'line_ambiguous'],
    [{ quantity: 1, productId: 'prd_1', unit: 'C62' }, 'line_ambiguous'],
    [{ quantity: 1, what: 'A desk', unit: 'QQQ' }, 'unit_unknown'],
    [{ quantity: 1.5, what: 'A desk', unit: 'C62' }, 'quantity_not_whole'],
    [{ quantity: 1.5, what: 'A desk' }, 'quantity_not_whole'],
    [{ quantity: 1, what: 'A desk', allocations: [{ percent: '99' }] }, 'allocations_invalid'],
    [{ quantity: 1, what: 'A desk', allocations: [{ quantity: 2 }] }, 'allocations_invalid'],
    [
      { quantity: 1, what: 'A', costCenter: '1', allocations: [{ percent: '100' }] },
      'allocations_invalid',
    ],
    [
      { quantity: 1, what: 'A desk', estimate: { amount: '-1', currency: 'EUR' } },
      'amount_invalid',
    ],
    [{ quantity: 1, what: 'A', estimate: { amount: '1.234', currency: 'EUR' } }, 'amount_invalid'],
    [{ quantity: 1, what: 'A', estimate: { amount: '1', currency: 'QQQ' } }, 'amount_invalid'],
    [
      { quantity: 1, what: 'A', estimate: { amount: '10000000000000.01', currency: 'EUR' } },
      'amount_invalid',
    ],
  ])('refuse %j', (line, expected) => {
    expect(code(() => readLines([readQuantity(line)], now))).toBe(`requisitions.${expected}`)
  })

  it('may have decimals of a unit that is measured, and of a product', () => {
    const lines = [
      { what: 'Cable', unit: 'MTR', quantity: 2_500n },
      { productId: 'prd_1', quantity: 500n },
    ]
    expect(readLines(lines, now)).toMatchObject(lines)
  })

  it('name a product once for each division and each day', () => {
    const line = { productId: 'prd_1', quantity: 1_000n }
    expect(code(() => readLines([line, line], now))).toBe('requisitions.product_repeated')
    const dated = { ...line, requestedDate: '2031-05-06' }
    const divided = { ...line, allocations: [{ costCenter: ' 4711 ', percent: '100' }] }
    expect(readLines([line, dated, divided], now)).toMatchObject([
      line,
      dated,
      { ...line, allocations: [{ costCenter: '4711', percent: '100' }] },
    ])
    const same = { ...line, allocations: [{ costCenter: '4711', percent: '100.0' }] }
    expect(code(() => readLines([divided, same], now))).toBe('requisitions.product_repeated')
  })

  it('are ordered as the product of the requester or of the buyer', () => {
    const sourcing = {
      offerRequestId: undefined,
      supplierId: 'co_1',
      price: undefined,
      note: undefined,
      by: 'usr_1',
      at: now,
    }
    expect(productToOrder({ productId: 'prd_1', sourcing: undefined })).toBe('prd_1')
    expect(
      productToOrder({ productId: undefined, sourcing: { ...sourcing, productId: 'prd_2' } }),
    ).toBe('prd_2')
    expect(
      productToOrder({ productId: undefined, sourcing: { ...sourcing, productId: undefined } }),
    ).toBeUndefined()
  })
})
