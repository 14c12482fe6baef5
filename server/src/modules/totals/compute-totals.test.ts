import { describe, expect, it } from 'vitest'
import { money, percentOf } from '#kernel/money'
import { fc } from '#testing/fc'
import { computeTotals, type LineToTotal } from './compute-totals.ts'
import { allocate, type Discount } from './discount.ts'

const taxes = [
  { state: 'DETERMINED', country: 'DE', category: 'S', rate: '19', reasonCode: undefined },
  { state: 'DETERMINED', country: 'DE', category: 'S', rate: '5.5', reasonCode: undefined },
  { state: 'DETERMINED', country: 'DE', category: 'Z', rate: '0', reasonCode: undefined },
  { state: 'DETERMINED', country: 'DE', category: 'K', rate: '0', reasonCode: 'VATEX-EU-IC' },
] as const

const standard = taxes[0]
const eur = (amountMinor: bigint) => money(amountMinor, 'EUR')
const aLine = (amountMinor: bigint, more: Partial<LineToTotal> = {}): LineToTotal => ({
  goods: eur(amountMinor),
  parcel: 'one',
  tax: standard,
  ...more,
})

const anAmount = fc.bigInt({ min: 0n, max: 10n ** 13n }).map(eur)
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
    discounts: fc.array(
      fc
        .tuple(aDiscount, fc.option(fc.uniqueArray(fc.nat(29)), { nil: undefined }))
        .map(([discount, places]) => ({ ...discount, lines: places })),
      { maxLength: 3 },
    ),
  })
  .map(({ lines, charged, discounts }) => ({
    currency: 'EUR',
    lines,
    discounts,
    charges: Object.entries(charged)
      .filter(([parcel]) => lines.some((line) => line.parcel === parcel))
      .map(([parcel, amount]) => ({ parcel, amount })),
  }))

const sum = (amounts: readonly { readonly amountMinor: bigint }[]) =>
  amounts.reduce((all, { amountMinor }) => all + amountMinor, 0n)

describe('totals', () => {
  it('take an order discount off the lines it is for, and off no others', () => {
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

  it('add up, whatever is bought', () => {
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

  it('never take more off a line than it costs, and tax what is left', () => {
    fc.assert(
      fc.property(sums, (asked) => {
        for (const { goods, discount, net, tax } of computeTotals(asked).lines) {
          expect(discount.amountMinor).toBeGreaterThanOrEqual(0n)
          expect(net.amountMinor).toBeGreaterThanOrEqual(0n)
          expect(net.amountMinor + discount.amountMinor).toBe(goods.amountMinor)
          expect(tax?.amount).toEqual(percentOf(net, tax?.rate ?? 'none'))
        }
      }),
    )
  })

  it('of the parcels of an order are those of the order', () => {
    fc.assert(
      fc.property(sums, ({ discounts: _, ...asked }) => {
        const whole = computeTotals(asked)
        const parts = parcels.map((parcel) =>
          computeTotals({
            currency: 'EUR',
            lines: asked.lines.filter((line) => line.parcel === parcel),
            charges: asked.charges.filter((charge) => charge.parcel === parcel),
          }),
        )
        expect(sum(parts.flatMap(({ total }) => total ?? []))).toBe(whole.total?.amountMinor)
        expect(sum(parts.flatMap(({ tax }) => tax ?? []))).toBe(whole.tax?.amountMinor)
      }),
    )
  })

  it('round each line by itself, half to even', () => {
    // 19 % of 0.50 is 0.095 and of 1.50 is 0.285: to 0.10 and to 0.28, and not the 0.38 of both together.
    const { tax } = computeTotals({ currency: 'EUR', lines: [aLine(50n), aLine(150n)] })
    expect(tax).toEqual(eur(10n + 28n))
    expect(percentOf(eur(-150n), '19')).toEqual(eur(-28n))
    expect(percentOf(money(10n, 'JPY'), '25.5')).toEqual(money(3n, 'JPY'))
  })

  it('take a line’s discounts first, then spread the order’s over what is left', () => {
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
    expect(total).toEqual(eur(8_999n + 1_539n + 171n))
  })

  it('tax carriage as the goods that it goes with, by the line that is worth most', () => {
    const reduced = { ...standard, rate: '7' }
    const { charges } = computeTotals({
      currency: 'EUR',
      lines: [aLine(100n), aLine(900n, { tax: reduced }), aLine(5_000n, { parcel: 'two' })],
      charges: [{ parcel: 'one', amount: eur(1_000n) }],
    })
    expect(charges[0]?.tax).toMatchObject({ rate: '7', amount: eur(70n) })
  })

  it('are unknown where the tax of a line is, and never without it', () => {
    const unknown = { state: 'NOT_DETERMINED', reason: 'rate_unknown', details: {} } as const
    const { tax, total, goods } = computeTotals({
      currency: 'EUR',
      lines: [aLine(100n), aLine(200n, { tax: unknown })],
    })
    expect({ tax, total, goods }).toEqual({ tax: undefined, total: undefined, goods: eur(300n) })
  })
})

describe('an amount that is divided', () => {
  it('is divided whole, and each share is right to the minor unit', () => {
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
