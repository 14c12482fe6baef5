import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { money, percentOf } from '#kernel/money'
import { fc } from '#testing/tools/fc'
import { type Charge, computeTotals, type LineToTotal, type Sums } from './compute-totals.ts'
import { allocate, type Discount } from './discount.ts'

const taxes = [
  { state: 'DETERMINED', country: 'DE', category: 'S', rate: '19', reasonCode: undefined },
  { state: 'DETERMINED', country: 'DE', category: 'S', rate: '5.5', reasonCode: undefined },
  { state: 'DETERMINED', country: 'DE', category: 'Z', rate: '0', reasonCode: undefined },
  { state: 'DETERMINED', country: 'DE', category: 'K', rate: '0', reasonCode: 'VATEX-EU-IC' },
] as const

const standard = taxes[0]

describe('totals', () => {
  const anAmount = fc
    .oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 10n ** 13n }))
    .map(eur)

  const aDiscount: fc.Arbitrary<Discount> = fc.oneof(
    fc.record({
      kind: fc.constant('percentage' as const),
      reference: fc.constant('CTR-1'),
      percent: fc.integer({ min: 0, max: 1_000_000 }).map((parts) => (parts / 10_000).toFixed(4)),
    }),
    fc.record({
      kind: fc.constant('absolute' as const),
      reference: fc.constant('CTR-2'),
      amount: anAmount,
    }),
  )

  const parcels = ['one', 'two', 'three']

  const someLines = fc.array(
    fc.record({
      goods: anAmount,
      parcel: fc.constantFrom(...parcels),
      tax: fc.constantFrom(...taxes),
      discounts: fc.array(aDiscount, { maxLength: 2 }),
    }),
    { maxLength: 30 },
  )

  const sums = fc
    .record({
      lines: someLines,
      charged: fc.dictionary(fc.constantFrom(...parcels), anAmount),
      fees: fc.dictionary(fc.constantFrom('co_one', 'co_two'), anAmount),
      discounts: fc.array(
        fc
          .tuple(aDiscount, fc.option(fc.uniqueArray(fc.nat(29)), { nil: undefined }))
          .map(([discount, places]) => ({ ...discount, lines: places })),
        { maxLength: 3 },
      ),
    })
    .map(({ lines, charged, fees, discounts }) => ({
      currency: 'EUR',
      lines: lines.map((line) => ({ ...line, supplier: supplierOf(line.parcel) })),
      discounts,
      charges: [
        ...Object.entries(charged)
          .filter(([parcel]) => lines.some((line) => line.parcel === parcel))
          .map(([parcel, amount]) => ({ parcel, amount })),
        ...Object.entries(fees)
          .filter(([supplier]) => lines.some((line) => supplierOf(line.parcel) === supplier))
          .map(([supplier, amount]) => ({ supplier, amount })),
      ],
    }))

  it('apply an order discount to its lines and no others', () => {
    fc.assert(
      fc.property(sums, aDiscount, fc.array(fc.nat(29)), (asked, discount, places) => {
        const plain = { ...asked, discounts: [] }
        const before = computeTotals(plain)
        const after = computeTotals({ ...plain, discounts: [{ ...discount, lines: places }] })
        const off = before.lines.map(
          ({ net }, at) => net.amountMinor - (after.lines[at]?.net.amountMinor ?? 0n),
        )
        expect(off.every((share, at) => share === 0n || places.includes(at))).toBe(true)
        expect(off.reduce((all, share) => all + share, 0n)).toBe(sum(after.discounted))
      }),
    )
  })

  it('add up for every purchase', () => {
    fc.assert(
      fc.property(sums, (asked) => {
        const { goods, discount, shipping, tax, total, lines, charges, breakdown } =
          computeTotals(asked)
        const taxMinor = tax?.amountMinor ?? -1n
        expect(total?.amountMinor).toBe(
          goods.amountMinor - discount.amountMinor + shipping.amountMinor + taxMinor,
        )
        expect(goods.amountMinor).toBe(sum(asked.lines.map((line) => line.goods)))
        expect(discount.amountMinor).toBe(sum(lines.map((line) => line.discount)))
        expect(shipping.amountMinor).toBe(sum(asked.charges.map(({ amount }) => amount)))
        const parts = [...lines, ...charges].flatMap((part) => part.tax?.amount ?? [])
        expect(taxMinor).toBe(sum(parts))
        expect(taxMinor).toBe(sum(breakdown.map((share) => share.amount)))
        const taxable = goods.amountMinor - discount.amountMinor + shipping.amountMinor
        expect(sum(breakdown.map((share) => share.taxable))).toBe(taxable)
      }),
    )
  })

  it('never discount a line below zero, and tax what is left', () => {
    fc.assert(
      fc.property(sums, (asked) => {
        for (const { goods, discount, net, tax } of computeTotals(asked).lines) {
          expect(discount.amountMinor).toBeGreaterThanOrEqual(0n)
          expect(net.amountMinor).toBeGreaterThanOrEqual(0n)
          expect(net.amountMinor + discount.amountMinor).toBe(goods.amountMinor)
          const exact = new Decimal(net.amountMinor.toString()).times(tax?.rate ?? 'none').div(100)
          const off = exact.minus(tax?.amount.amountMinor.toString() ?? 'none').abs()
          expect(off.lessThanOrEqualTo(1.5)).toBe(true)
        }
      }),
    )
  })

  it('tax each supplier’s goods and shipping costs of one rate together, rounded once', () => {
    /** In the smallest unit of the currency: of 0 decimals, of 2 and of 3. */
    const currencies = ['JPY', 'EUR', 'KWD']

    fc.assert(
      fc.property(sums, fc.constantFrom(...currencies), (asked, currency) => {
        const { lines, charges } = computeTotals(inCurrency(asked, currency))
        const parts = [
          ...lines.map(({ net, tax }, at) => ({
            net,
            tax,
            supplier: asked.lines[at]?.supplier ?? '',
          })),
          ...charges.map(({ amount, tax }, at) => {
            return { net: amount, tax, supplier: supplierCharging(asked.charges[at]) }
          }),
        ]
        const groups = Map.groupBy(parts, ({ supplier, tax }) =>
          [supplier, tax?.category, tax?.rate].join(),
        )
        for (const [, group] of groups) {
          const net = money(sum(group.map((part) => part.net)), currency)
          const taxed = sum(group.flatMap(({ tax }) => tax?.amount ?? []))
          expect(taxed).toBe(percentOf(net, group[0]?.tax?.rate ?? 'none').amountMinor)
        }
      }),
    )
  })

  it('lose no tax on many cheap lines', () => {
    const yen = (amountMinor: bigint) => money(amountMinor, 'JPY')
    const ten = { ...standard, country: 'JP', rate: '10' }
    const cheap = (goods: ReturnType<typeof yen>, tax: LineToTotal['tax'], count: number) =>
      Array.from({ length: count }, () => aLine(0n, { goods, tax }))
    const inYen = computeTotals({ currency: 'JPY', lines: cheap(yen(4n), ten, 40) })
    expect(inYen.tax).toEqual(yen(16n))
    expect(inYen.breakdown).toMatchObject([{ taxable: yen(160n), amount: yen(16n) }])
    const twenty = { ...standard, country: 'FR', rate: '20' }
    const inEuros = computeTotals({ currency: 'EUR', lines: cheap(eur(2n), twenty, 60) })
    expect(inEuros.tax).toEqual(eur(24n))
    expect(new Set(inEuros.lines.map(({ tax }) => tax?.amount.amountMinor))).toEqual(
      new Set([0n, 1n]),
    )
  })

  it('per supplier add up to those of the order', () => {
    fc.assert(
      fc.property(sums, ({ discounts: _, ...asked }) => {
        const whole = computeTotals(asked)
        const parts = ['co_one', 'co_two'].map((supplier) =>
          computeTotals({
            currency: 'EUR',
            lines: asked.lines.filter((line) => line.supplier === supplier),
            charges: asked.charges.filter((charge) => supplierCharging(charge) === supplier),
          }),
        )
        expect(sum(parts.flatMap(({ total }) => total ?? []))).toBe(whole.total?.amountMinor)
        expect(sum(parts.flatMap(({ tax }) => tax ?? []))).toBe(whole.tax?.amountMinor)
      }),
    )
  })

  it('round the tax of a group half to even, and not the tax of each line', () => {
    // 19 % of 0.50 is 0.095 and of 1.50 is 0.285. Rounded line by line that would be 0.10 + 0.28, by chance the same.
    const { tax } = computeTotals({ currency: 'EUR', lines: [aLine(50n), aLine(150n)] })
    expect(tax).toEqual(eur(38n))
    expect(computeTotals({ currency: 'EUR', lines: [aLine(150n)] }).tax).toEqual(eur(28n))
    const three = computeTotals({ currency: 'EUR', lines: [aLine(50n), aLine(50n), aLine(50n)] })
    expect(three.tax).toEqual(eur(28n))
    expect(percentOf(eur(-150n), '19')).toEqual(eur(-28n))
    expect(percentOf(money(10n, 'JPY'), '25.5')).toEqual(money(3n, 'JPY'))
  })

  it('apply a line’s discounts first, then spread the order’s discount over the rest', () => {
    const percent = (of: string): Discount => ({
      kind: 'percentage',
      reference: 'CTR-1',
      percent: of,
    })
    const { lines, discount, total } = computeTotals({
      currency: 'EUR',
      lines: [aLine(10_000n, { discounts: [percent('10')] }), aLine(1_000n)],
      discounts: [{ kind: 'absolute', reference: 'CTR-2', amount: eur(1_001n) }],
    })
    expect(lines.map((line) => line.discount.amountMinor)).toEqual([1_000n + 901n, 100n])
    expect(discount).toEqual(eur(2_001n))
    // 19 % of 89.99, with 9.00 on the second line.
    expect(total).toEqual(eur(8_999n + 1_710n))
  })

  it('tax shipping costs like their goods, by the most valuable line', () => {
    const reduced = { ...standard, rate: '7' }
    const { charges } = computeTotals({
      currency: 'EUR',
      lines: [aLine(100n), aLine(900n, { tax: reduced }), aLine(5_000n, { parcel: 'two' })],
      charges: [{ parcel: 'one', amount: eur(1_000n) }],
    })
    expect(charges[0]?.tax).toMatchObject({ rate: '7', amount: eur(70n) })
  })

  it('tax the fee of a supplier like the most valuable of all its lines', () => {
    const rated = (rate: string) => ({ tax: { ...standard, rate } })
    const { charges, shipping } = computeTotals({
      currency: 'EUR',
      lines: [
        aLine(900n, rated('7')),
        aLine(1_000n, { parcel: 'two', ...rated('10') }),
        aLine(5_000n, { parcel: 'three', supplier: 'co_two' }),
      ],
      charges: [{ supplier: 'co_one', amount: eur(500n) }],
    })
    expect(charges[0]?.tax).toMatchObject({ rate: '10', amount: eur(50n) })
    expect(shipping).toEqual(eur(500n))
  })

  it('tax shipping costs by the first of equal lines, in any order of the others', () => {
    const rated = (rate: string, amount: bigint) => aLine(amount, { tax: { ...standard, rate } })
    const rateOf = (...lines: LineToTotal[]) =>
      computeTotals({ currency: 'EUR', lines, charges: [{ parcel: 'one', amount: eur(100n) }] })
        .charges[0]?.tax?.rate
    expect(rateOf(rated('7', 500n), rated('19', 500n))).toBe('7')
    expect(rateOf(rated('7', 500n), rated('19', 100n))).toBe('7')
    expect(() => rateOf()).toThrow('a parcel or a supplier has a cost and no lines')
  })

  it('break the tax down by category, rate and reason, in this order', () => {
    const line = (category: 'S' | 'K' | 'Z', rate: string, reasonCode?: string) =>
      aLine(100n, { tax: { ...standard, category, rate, reasonCode } })
    const { breakdown } = computeTotals({
      currency: 'EUR',
      lines: [
        line('Z', '0'),
        line('S', '7'),
        line('S', '19'),
        line('K', '0', 'VATEX-EU-IC'),
        line('S', '19'),
      ],
    })
    const shown = breakdown.map(({ category, rate, taxable }) => [
      category,
      rate,
      taxable.amountMinor,
    ])
    expect(shown).toEqual([
      ['K', '0', 100n],
      ['S', '19', 200n],
      ['S', '7', 100n],
      ['Z', '0', 100n],
    ])
  })

  it('are unknown when the tax of a line is unknown, and never leave it out', () => {
    const unknown = { state: 'NOT_DETERMINED', reason: 'rate_unknown', details: {} } as const
    const { tax, total, goods } = computeTotals({
      currency: 'EUR',
      lines: [aLine(100n), aLine(200n, { tax: unknown })],
    })
    expect({ tax, total, goods }).toEqual({ tax: undefined, total: undefined, goods: eur(300n) })
  })
})

describe('dividing an amount', () => {
  it('loses nothing, and each share is within one minor unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 40 }),
        (amount, weights) => {
          const whole = weights.reduce((all, weight) => all + weight, 0n)
          fc.pre(whole > 0n)
          const shares = allocate(amount, weights)
          expect(shares.reduce((all, share) => all + share, 0n)).toBe(amount)
          for (const [at, share] of shares.entries()) {
            const exact = amount * (weights[at] ?? 0n)
            expect(share * whole).toBeGreaterThan(exact - whole)
            expect(share * whole).toBeLessThan(exact + whole)
          }
        },
      ),
    )
  })
})

function eur(amountMinor: bigint) {
  return money(amountMinor, 'EUR')
}

/** Two of the parcels are one supplier's. */
function supplierOf(parcel: string) {
  return parcel === 'three' ? 'co_two' : 'co_one'
}

function supplierCharging(charge: Charge | undefined) {
  if (!charge) return undefined
  return 'parcel' in charge ? supplierOf(charge.parcel) : charge.supplier
}

const aLine = (amountMinor: bigint, more: Partial<LineToTotal> = {}): LineToTotal => ({
  goods: eur(amountMinor),
  supplier: 'co_one',
  parcel: 'one',
  tax: standard,
  ...more,
})

const inCurrency = (asked: Sums, currency: string): Sums => {
  const of = ({ amountMinor }: { readonly amountMinor: bigint }) => money(amountMinor, currency)
  const off = <D extends Discount>(discount: D): D =>
    discount.kind === 'absolute' ? { ...discount, amount: of(discount.amount) } : discount
  return {
    currency,
    lines: asked.lines.map((line) => ({
      ...line,
      goods: of(line.goods),
      discounts: (line.discounts ?? []).map(off),
    })),
    charges: (asked.charges ?? []).map((charge) => ({ ...charge, amount: of(charge.amount) })),
    discounts: (asked.discounts ?? []).map(off),
  }
}

const sum = (amounts: readonly { readonly amountMinor: bigint }[]) =>
  amounts.reduce((all, { amountMinor }) => all + amountMinor, 0n)
