import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { readShippingCosts, type ShippingCost, storeShippingCosts } from './shipping-cost.ts'
import { readTakenOff, storeTakenOff, viewTakenOff } from './taken-off.ts'

const off = {
  supplierCompanyId: 'co_1',
  contractId: 'ctr_1',
  reference: 'CTR-1',
  percent: '5',
  amount: money(250n, 'EUR'),
}
const { percent: _, ...absolute } = off

describe('a discount that was applied', () => {
  it('is stored without its currency, and read with it', () => {
    const stored = storeTakenOff([off])
    const { amount, ...rest } = off
    expect(stored).toEqual([{ ...rest, amountMinor: '250' }])
    expect(readTakenOff(stored, 'EUR')).toEqual([off])
  })

  it('is shown with its contract, and with its percentage if it has one', () => {
    const shown = {
      supplierId: 'co_1',
      contract: { id: 'ctr_1', reference: 'CTR-1' },
      amount: { amount: '2.50', currency: 'EUR' },
    }
    expect(viewTakenOff([off, absolute])).toEqual([{ ...shown, percent: '5' }, shown])
    expect('percent' in (viewTakenOff([absolute])[0] ?? {})).toBe(false)
  })
})

describe('a shipping cost', () => {
  const cost: ShippingCost = {
    supplierCompanyId: 'co_1',
    delivery: 0,
    methodId: 'shp_1',
    name: 'Parcel',
    kind: 'DELIVERY',
    leadTimeDays: 2,
    amount: money(500n, 'EUR'),
    tax: {
      category: 'S',
      rate: '19',
      reasonCode: undefined,
      country: 'DE',
      amount: money(95n, 'EUR'),
    },
  }

  it('is stored without its currency, and read with it', () => {
    const stored = storeShippingCosts([cost])
    const { amount, tax, ...rest } = cost
    expect(stored).toEqual([
      {
        ...rest,
        amountMinor: '500',
        tax: { category: 'S', rate: '19', country: 'DE', taxMinor: '95' },
      },
    ])
    expect(readShippingCosts(stored, 'EUR')).toEqual([cost])
  })
})
