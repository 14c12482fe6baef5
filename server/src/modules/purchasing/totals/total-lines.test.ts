import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import type { BelowMinimumOf, ShippingOption, UnconvertibleOption } from '#modules/shipping'
import type { Tax } from '#modules/tax'
import type { Conn } from '#platform/db'
import { type ContractDiscount, type TotalRequest, totalLines } from './total-lines.ts'

const eur = (amountMinor: bigint) => money(amountMinor, 'EUR')
const now = new Date('2026-11-21T10:00:00Z')
// Nothing here reads the database: what the modules found there is given below.
const conn = {} as Conn

const taxIn = (country: string): Tax => ({
  state: 'DETERMINED',
  country,
  category: 'S',
  rate: '10',
  reasonCode: undefined,
})
const parcel: ShippingOption = {
  id: 'parcel',
  name: 'Parcel',
  kind: 'DELIVERY',
  price: eur(500n),
  leadTimeDays: 2,
}
const pickUp: ShippingOption = {
  ...parcel,
  id: 'pick-up',
  name: 'Pick-up',
  kind: 'PICK_UP',
  price: eur(0n),
}
const abroad: UnconvertibleOption = { id: 'abroad', unconvertibleFrom: 'SEK' }

type Given = {
  readonly request?: Partial<TotalRequest>
  readonly options?: readonly (ShippingOption | UnconvertibleOption)[] | undefined
  readonly discountOf?: (of: {
    readonly supplierCompanyId: string
    readonly goods: { readonly amountMinor: bigint }
  }) => ContractDiscount | undefined
  readonly belowOf?: BelowMinimumOf
  readonly taxOf?: (line: { readonly shipTo: { readonly country: string } | undefined }) => Tax
}

/** 10 euros of co_1 and 20 of co_2 to Germany, and 40 of co_1 to Austria. */
function total({
  request,
  options,
  discountOf = () => undefined,
  belowOf = () => undefined,
  taxOf,
}: Given = {}) {
  const asked: { parcels: object[]; suppliers: unknown[] } = { parcels: [], suppliers: [] }
  const totals = totalLines(
    {
      discountsOf: async () => discountOf,
      taxes: {
        forBuyer: async (_conn, _buyer, suppliers) => {
          asked.suppliers.push(suppliers)
          return (line) => (taxOf ? taxOf(line) : taxIn(line.shipTo?.country ?? 'fetched'))
        },
      },
      shipping: {
        optionsFor: async (_conn, suppliers) => {
          asked.suppliers.push(suppliers)
          return (of) => {
            asked.parcels.push(of)
            return options
          }
        },
        minimumsOf: async () => belowOf,
      },
    },
    conn,
    {
      buyer: { companyId: 'co_buyer', unitId: undefined },
      currency: 'EUR',
      deliveries: [{ shipTo: { country: 'DE' } }, { shipTo: { country: 'AT' } }],
      lines: [aLine('co_1', 1_000n, 0), aLine('co_2', 2_000n, 0), aLine('co_1', 4_000n, 1)],
      now,
      ...request,
    },
  )
  return totals.then((found) => ({ ...found, asked }))
}

function aLine(supplierCompanyId: string, amount: bigint, delivery: number) {
  return { supplierCompanyId, taxClass: 'standard', goods: eur(amount), delivery } as const
}

describe('the parcels of a document', () => {
  it('are one for each supplier and address', async () => {
    const { parcels, shippingCosts, shipping, asked } = await total({ options: [parcel] })
    expect(asked.suppliers).toEqual([
      ['co_1', 'co_2'],
      ['co_1', 'co_2'],
    ])
    expect(asked.parcels).toEqual([
      { supplierCompanyId: 'co_1', country: 'DE', goods: eur(1_000n) },
      { supplierCompanyId: 'co_2', country: 'DE', goods: eur(2_000n) },
      { supplierCompanyId: 'co_1', country: 'AT', goods: eur(4_000n) },
    ])
    expect(parcels.map(({ supplierCompanyId, delivery }) => [supplierCompanyId, delivery])).toEqual(
      [
        ['co_1', 0],
        ['co_2', 0],
        ['co_1', 1],
      ],
    )
    expect(shipping).toEqual(eur(1_500n))
    expect(shippingCosts).toHaveLength(3)
    expect(shippingCosts[2]).toEqual({
      supplierCompanyId: 'co_1',
      delivery: 1,
      methodId: 'parcel',
      name: 'Parcel',
      kind: 'DELIVERY',
      leadTimeDays: 2,
      amount: eur(500n),
      tax: { category: 'S', rate: '10', amount: eur(50n), reasonCode: undefined, country: 'AT' },
    })
  })

  it('have the goods of all their lines', async () => {
    const lines = [aLine('co_1', 1_000n, 0), aLine('co_1', 200n, 0)]
    const { asked, parcels } = await total({ options: [parcel], request: { lines } })
    expect(asked.parcels).toEqual([
      { supplierCompanyId: 'co_1', country: 'DE', goods: eur(1_200n) },
    ])
    expect(parcels).toHaveLength(1)
  })

  it('cost nothing more where a supplier has no methods', async () => {
    const { parcels, shippingCosts, shipping } = await total()
    expect(parcels[0]).toEqual({
      supplierCompanyId: 'co_1',
      delivery: 0,
      options: undefined,
      chosen: undefined,
      unavailable: undefined,
      unconvertible: undefined,
    })
    expect(shippingCosts).toEqual([])
    expect(shipping).toEqual(eur(0n))
  })

  it('go to addresses that exist', async () => {
    const lines = [aLine('co_1', 1_000n, 2)]
    await expect(total({ request: { lines } })).rejects.toThrow(
      'a line is in delivery 2, which there is not',
    )
  })
})

describe('the method of a parcel', () => {
  const chosenOf = async (
    options: readonly (ShippingOption | UnconvertibleOption)[],
    named?: string,
  ) => {
    const methods = named === undefined ? undefined : new Map([['co_1', named]])
    const { parcels } = await total({
      options,
      request: {
        deliveries: [{ shipTo: { country: 'DE' }, methods }],
        lines: [aLine('co_1', 1_000n, 0)],
      },
    })
    const { options: offered, chosen, unavailable, unconvertible } = parcels[0] ?? {}
    return { offered, chosen: chosen?.id, unavailable, unconvertible: unconvertible?.id }
  }
  const nothingElse = { unavailable: undefined, unconvertible: undefined }

  it('is the first that delivers, and pick-up only where there is no other', async () => {
    const offered = [pickUp, parcel]
    expect(await chosenOf(offered)).toEqual({ offered, chosen: 'parcel', ...nothingElse })
    expect(await chosenOf([pickUp])).toMatchObject({ chosen: 'pick-up' })
    expect(await chosenOf([])).toEqual({ offered: [], chosen: undefined, ...nothingElse })
  })

  it('is the one that the buyer chose', async () => {
    const offered = [pickUp, parcel]
    expect(await chosenOf(offered, 'pick-up')).toEqual({
      offered,
      chosen: 'pick-up',
      ...nothingElse,
    })
    expect(await chosenOf(offered, 'gone')).toEqual({
      offered,
      chosen: undefined,
      unavailable: 'gone',
      unconvertible: undefined,
    })
  })

  it('is unknown where its price cannot be converted, and no other takes its place', async () => {
    const expected = {
      offered: [parcel],
      chosen: undefined,
      unavailable: undefined,
      unconvertible: 'abroad',
    }
    expect(await chosenOf([abroad, parcel])).toEqual(expected)
    expect(await chosenOf([parcel, abroad], 'abroad')).toEqual(expected)
  })

  it('decides where fetched goods are taxed: at the supplier', async () => {
    const { lines } = await total({ options: [pickUp] })
    expect(lines.map(({ tax }) => tax?.country)).toEqual(['fetched', 'fetched', 'fetched'])
    const sent = await total({ options: [parcel] })
    expect(sent.lines.map(({ tax }) => tax?.country)).toEqual(['DE', 'DE', 'AT'])
  })
})

describe('the discounts of contracts', () => {
  const contract = { id: 'ctr_1', reference: 'CTR-1' }

  it('depend on all goods of a supplier, and take off of them alone', async () => {
    const asked: object[] = []
    const { discounts, lines, discount, unconvertible } = await total({
      discountOf: (of) => {
        asked.push(of)
        return of.supplierCompanyId === 'co_1'
          ? { kind: 'percentage', percent: '10', contract }
          : undefined
      },
    })
    expect(asked).toEqual([
      { supplierCompanyId: 'co_1', goods: eur(5_000n) },
      { supplierCompanyId: 'co_2', goods: eur(2_000n) },
    ])
    expect(lines.map((line) => line.discount)).toEqual([eur(100n), eur(0n), eur(400n)])
    expect(discount).toEqual(eur(500n))
    expect(discounts).toEqual([
      {
        supplierCompanyId: 'co_1',
        contractId: 'ctr_1',
        reference: 'CTR-1',
        percent: '10',
        amount: eur(500n),
      },
    ])
    expect(unconvertible).toEqual([])
  })

  it('may be an amount, and name no percentage then', async () => {
    const { discounts } = await total({
      discountOf: () => ({ kind: 'absolute', amount: eur(300n), contract }),
    })
    expect(discounts).toEqual(
      ['co_1', 'co_2'].map((supplierCompanyId) => ({
        supplierCompanyId,
        contractId: 'ctr_1',
        reference: 'CTR-1',
        amount: eur(300n),
      })),
    )
    expect(discounts?.map((one) => 'percent' in one)).toEqual([false, false])
  })

  it('are left out when they take nothing off, or when there are none', async () => {
    const nothing = await total({
      discountOf: () => ({ kind: 'absolute', amount: eur(0n), contract }),
    })
    expect(nothing.discounts).toBeUndefined()
    expect((await total()).discounts).toBeUndefined()
  })

  it('are told when they cannot be converted', async () => {
    const { unconvertible, discounts } = await total({
      discountOf: ({ supplierCompanyId }) =>
        supplierCompanyId === 'co_2'
          ? { kind: 'unconvertible', from: 'SEK', contract }
          : { kind: 'absolute', amount: eur(300n), contract },
    })
    expect(unconvertible).toEqual([{ supplierCompanyId: 'co_2', reference: 'CTR-1', from: 'SEK' }])
    expect(discounts).toHaveLength(1)
  })
})

describe('a minimum order value', () => {
  it('is compared with the goods of a supplier across all addresses, and costs its fee once', async () => {
    const compared: unknown[] = []
    const below = { minimum: eur(6_000n), goods: eur(5_000n), missing: eur(1_000n), fee: eur(500n) }
    const { belowMinimum, shippingCosts, shipping } = await total({
      belowOf: (of) => {
        compared.push(of)
        return of.supplierCompanyId === 'co_1' ? below : { unconvertibleFrom: 'CHF' }
      },
    })
    expect(compared).toEqual([
      { supplierCompanyId: 'co_1', goods: eur(5_000n) },
      { supplierCompanyId: 'co_2', goods: eur(2_000n) },
    ])
    expect(belowMinimum).toEqual([
      { supplierCompanyId: 'co_1', ...below },
      { supplierCompanyId: 'co_2', unconvertibleFrom: 'CHF' },
    ])
    expect(shippingCosts).toMatchObject([
      // The most valuable goods of the supplier go to Austria.
      {
        supplierCompanyId: 'co_1',
        kind: 'BELOW_MINIMUM',
        amount: eur(500n),
        tax: { country: 'AT' },
      },
    ])
    expect(shipping).toEqual(eur(500n))
  })

  it('that refuses the order costs nothing', async () => {
    const below = { minimum: eur(6_000n), goods: eur(5_000n), missing: eur(1_000n), fee: undefined }
    const { shippingCosts, belowMinimum } = await total({ belowOf: () => below })
    expect(shippingCosts).toEqual([])
    expect(belowMinimum).toHaveLength(2)
  })
})

describe('a tax that is not determined', () => {
  it('is told by line, and leaves the total and the shipping costs open', async () => {
    const details = { country: 'AT' }
    const {
      undetermined,
      total: sum,
      shippingCosts,
    } = await total({
      options: [parcel],
      taxOf: ({ shipTo }) =>
        shipTo?.country === 'AT'
          ? { state: 'NOT_DETERMINED', reason: 'rate_unknown', details }
          : taxIn('DE'),
    })
    expect(undetermined).toEqual([{ line: 2, reason: 'rate_unknown', details }])
    expect(sum).toBeUndefined()
    expect(shippingCosts.map(({ supplierCompanyId }) => supplierCompanyId)).toEqual([
      'co_1',
      'co_2',
    ])
    expect((await total()).undetermined).toEqual([])
  })
})
