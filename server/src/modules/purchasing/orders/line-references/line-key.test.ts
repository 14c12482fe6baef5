import { describe, expect, it } from 'vitest'
import { lineKeyOf } from './line-key.ts'

const a = { costCenter: 'A', percent: '60' }
const b = { costCenter: 'B', project: 'P', percent: '40' }
const eur = (amount: string) => ({ amount, currency: 'EUR' })

describe('the key of a line', () => {
  it('is the one that carts have stored, for a line without an address', () => {
    expect(lineKeyOf({ requestedDate: '2026-02-06' })).toBe(
      'rvxUxiPf_fFyuV7mHALrvxD_32QqTHiC9G6XdQmtGvM',
    )
  })

  it('is empty without allocations, date and address', () => {
    expect(lineKeyOf({})).toBe('')
    expect(lineKeyOf({ allocations: undefined, requestedDate: undefined })).toBe('')
  })

  it.each([
    ['the order of the allocations', { allocations: [a, b] }, { allocations: [b, a] }],
    [
      'the zeros of a percentage',
      { allocations: [a, b] },
      { allocations: [{ ...a, percent: '60.00' }, b] },
    ],
    [
      'the zeros of an amount',
      { allocations: [{ amount: eur('3') }] },
      { allocations: [{ amount: eur('3.00') }] },
    ],
    [
      'the order of the fields',
      { allocations: [a, b] },
      { allocations: [{ percent: '60', costCenter: 'A' }, b] },
    ],
  ])('does not depend on %s', (_, one, other) => {
    expect(lineKeyOf(one)).toBe(lineKeyOf(other))
  })

  it('differs for each other cost centre, GL account, project, part, currency, date and address', () => {
    const lines = [
      {},
      { requestedDate: '2026-02-06' },
      { requestedDate: '2026-02-07' },
      { addressId: 'adr_1' },
      { addressId: 'adr_2' },
      { addressId: 'adr_1', requestedDate: '2026-02-06' },
      { allocations: [{ percent: '100' }] },
      { allocations: [{ percent: '100' }], requestedDate: '2026-02-06' },
      { allocations: [{ quantity: 100 }] },
      { allocations: [{ amount: eur('100') }] },
      { allocations: [{ amount: { amount: '100', currency: 'USD' } }] },
      { allocations: [{ costCenter: 'A', percent: '100' }] },
      { allocations: [{ glAccount: 'A', percent: '100' }] },
      { allocations: [{ project: 'A', percent: '100' }] },
      { allocations: [{ project: 'A', glAccount: 'A', percent: '100' }] },
    ]
    expect(new Set(lines.map(lineKeyOf)).size).toBe(lines.length)
  })
})
