import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { budgetCost, releasedSums, type SpendingSums, sumsOf } from './budget-shares.ts'
import type { CommittedHold } from './hold-store.ts'

const spending = sumsOf({
  total: money(100n, 'EUR'),
  shares: [
    { costCenter: 'workshop', amount: money(30n, 'EUR') },
    { costCenter: ' workshop ', amount: money(20n, 'EUR') },
    { costCenter: 'office', amount: money(40n, 'EUR') },
    { costCenter: 'samples', amount: money(0n, 'EUR') },
    { costCenter: undefined, amount: money(10n, 'EUR') },
  ],
})

/** The store is below the works. */
const spender = { personId: 'usr_1', unitIds: new Set(['unt_store', 'unt_works']) }

describe('the cost of an order', () => {
  it.each([
    ['COST_CENTER', 'workshop', { subject: 'workshop', amountMinor: 50n }],
    ['COST_CENTER', ' office ', { subject: 'office', amountMinor: 40n }],
    ['COST_CENTER', 'warehouse', undefined],
    ['COST_CENTER', 'samples', undefined],
    ['COST_CENTER', '', undefined],
    ['COST_CENTER', undefined, undefined],
    ['UNIT', 'unt_works', { subject: 'unt_works', amountMinor: 100n }],
    ['PERSON', undefined, { subject: 'usr_1', amountMinor: 100n }],
    ['PERSON', 'usr_1', { subject: 'usr_1', amountMinor: 100n }],
    ['PERSON', 'usr_2', undefined],
  ] as const)('for a budget of the kind %s and the subject %o', (kind, subject, cost) => {
    expect(budgetCost({ kind, subject, unitId: undefined }, spender, spending)).toEqual(cost)
  })

  it('is nothing for a person who orders for nothing', () => {
    const free = sumsOf({ total: money(0n, 'EUR'), shares: [] })
    const budget = { kind: 'PERSON', subject: undefined, unitId: undefined } as const
    expect(budgetCost(budget, spender, free)).toBeUndefined()
  })

  it.each([
    ['unt_store', 50n],
    ['unt_works', 50n],
    ['unt_office', undefined],
  ])('counts for a budget of the unit %s and the units below it', (unitId, amountMinor) => {
    const budget = { kind: 'COST_CENTER', subject: 'workshop', unitId } as const
    expect(budgetCost(budget, spender, spending)?.amountMinor).toBe(amountMinor)
  })
})

describe('the sums that a budget gets back', () => {
  it.each([
    ['a third of ten', 10n, 30n, 10n, [10n, 3n]],
    ['half of one, rounded up', 1n, 2n, 1n, [1n, 1n]],
    ['less than half of one', 1n, 3n, 1n, [1n, 0n]],
    ['all', 10n, 30n, 30n, [30n, 10n]],
    ['no more than all', 10n, 30n, 31n, [30n, 10n]],
  ] as const)('are those of the part: %s', (_what, amountMinor, baseMinor, part, sums) => {
    const [creditedMinor, releasedMinor] = sums
    const hold = aHold({ amountMinor, baseMinor })
    expect(releasedSums(hold, aPart(part))).toEqual({ creditedMinor, releasedMinor })
  })

  it('add to what went back before', () => {
    const hold = aHold({ amountMinor: 10n, baseMinor: 30n, creditedMinor: 5n })
    expect(releasedSums(hold, aPart(10n))).toEqual({ creditedMinor: 15n, releasedMinor: 5n })
    expect(releasedSums(hold, aPart(26n))).toEqual({ creditedMinor: 30n, releasedMinor: 10n })
  })

  it.each([0n, -1n])('are none for a part of nothing or less', (part) => {
    expect(releasedSums(aHold({}), aPart(part))).toBeUndefined()
  })

  it('are those of the cost centre, or of the whole part for a person', () => {
    const hold = { amountMinor: 100n, baseMinor: 100n }
    const ofWorkshop = aHold({ ...hold, subject: ' workshop' })
    expect(releasedSums(ofWorkshop, spending)).toMatchObject({ creditedMinor: 50n })
    const ofPerson = aHold({ ...hold, kind: 'PERSON', subject: 'usr_1' })
    expect(releasedSums(ofPerson, spending)).toMatchObject({ creditedMinor: 100n })
    expect(releasedSums(aHold({ ...hold, subject: 'warehouse' }), spending)).toBeUndefined()
  })

  it('never decrease, and are the whole amount when everything has gone back', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.array(amount, { minLength: 1, maxLength: 10 }),
        (amountMinor, baseMinor, parts) => {
          let hold = aHold({ amountMinor, baseMinor })
          for (const part of [...parts, baseMinor]) {
            const sums = releasedSums(hold, aPart(part))
            expect(sums && sums.releasedMinor >= hold.releasedMinor).toBe(true)
            hold = { ...hold, ...sums }
          }
          expect(hold).toMatchObject({ releasedMinor: amountMinor, creditedMinor: baseMinor })
        },
      ),
    )
  })
})

function aPart(minor: bigint): SpendingSums {
  const amount = money(minor, 'EUR')
  return sumsOf({ total: amount, shares: [{ costCenter: 'workshop', amount }] })
}

function aHold(fields: Partial<CommittedHold>): CommittedHold {
  return {
    companyId: 'co_1',
    checkoutId: 'chk_1',
    budgetId: 'bud_1',
    kind: 'COST_CENTER',
    subject: 'workshop',
    startsOn: '2026-03-01',
    amountMinor: 10n,
    baseMinor: 10n,
    releasedMinor: 0n,
    creditedMinor: 0n,
    ...fields,
  }
}
