import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { money } from '#kernel/money'
import { sql } from '#platform/db'
import { someBudgets } from '#testing/approvals'
import { anFxWith } from '#testing/fx'
import { aCompany, aPerson } from '#testing/identity'
import type { Budget } from './budget.ts'
import type { BudgetInput } from './change-budgets.ts'

const now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
await anFxWith(database, { USD: '2', JPY: '100' })
const budgets = someBudgets(database, () => now)

describe('an order', () => {
  it('holds its cost in every budget that applies', async () => {
    const { actor, addBudget } = await aBuyer()
    const workshop = await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    const everybody = await addBudget({ kind: 'PERSON', subject: undefined })
    const office = await addBudget({ kind: 'COST_CENTER', subject: 'office' })

    expect(await holdCost(actor, 60n)).toBe(true)

    expect(await heldOf(workshop)).toEqual([{ subject: 'workshop', heldMinor: 60n }])
    expect(await heldOf(everybody)).toEqual([{ subject: actor.id, heldMinor: 60n }])
    expect(await heldOf(office)).toEqual([])
  })

  it('holds nothing without a budget, or without one that applies', async () => {
    const { actor, addBudget } = await aBuyer()
    expect(await holdCost(actor, 60n)).toBe(false)
    await addBudget({ kind: 'COST_CENTER', subject: 'office' })
    expect(await holdCost(actor, 60n)).toBe(false)
  })

  it('holds whatever applies if the last budget does not', async () => {
    const { actor, addBudget } = await aBuyer()
    await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    await addBudget({ kind: 'COST_CENTER', subject: 'office' })
    expect(await holdCost(actor, 60n)).toBe(true)
  })

  it.each([
    ['COST_CENTER', 'workshop'],
    ['PERSON', undefined],
  ] as const)('is refused beyond a budget of the kind %s', async (kind, subject) => {
    const { actor, addBudget } = await aBuyer()
    const { id } = await addBudget({ kind, subject })
    await holdCost(actor, 60n, 'chk_spent')
    await database.transaction((tx) => budgets.commit(tx, actor.companyId, 'chk_spent', now))
    await holdCost(actor, 10n)

    await expect(holdCost(actor, 31n)).rejects.toMatchObject({
      code: 'budgets.exceeded',
      details: {
        budgetId: id,
        budget: 'Tools',
        kind,
        left: { amount: '0.30', currency: 'EUR' },
        wanted: { amount: '0.31', currency: 'EUR' },
      },
    })
    expect(await holdCost(actor, 30n)).toBe(true)
  })

  it('is refused by a budget of which nothing is used yet', async () => {
    const { actor, addBudget } = await aBuyer()
    await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    await expect(holdCost(actor, 101n)).rejects.toMatchObject({
      details: { left: { amount: '1.00', currency: 'EUR' } },
    })
  })

  it('leaves the amount of another person out of what is left', async () => {
    const { actor, addBudget } = await aBuyer()
    const colleague = (await aPerson(database, { companyId: actor.companyId })).actor
    await addBudget({ kind: 'PERSON', subject: undefined })
    await holdCost(colleague, 90n)
    await holdCost(actor, 20n)
    await expect(holdCost(actor, 90n)).rejects.toMatchObject({
      details: { left: { amount: '0.80', currency: 'EUR' } },
    })
    await expect(holdCost(colleague, 90n)).rejects.toMatchObject({
      details: { left: { amount: '0.10', currency: 'EUR' } },
    })
  })

  it('is not refused by a budget that was switched off or deleted after it was cached', async () => {
    const { actor, addBudget } = await aBuyer()
    const { id } = await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    const { companyId } = actor
    await holdCost(actor, 0n)
    await sql`
      update budgets.budgets set active = false where company_id = ${companyId} and id = ${id}
    `.execute(database.pool)
    expect(await holdCost(actor, 60n)).toBe(false)
    await sql`
      delete from budgets.budgets where company_id = ${companyId} and id = ${id}
    `.execute(database.pool)
    expect(await holdCost(actor, 60n)).toBe(false)
  })

  it.each([
    [60n, 'USD', 30n],
    [50n, 'JPY', 50n],
    [3n, 'USD', 2n],
  ])('counts in the currency of the budget: %s %s', async (minor, currency, heldMinor) => {
    const { actor, addBudget } = await aBuyer()
    const budget = await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    expect(await holdCost(actor, minor, newId('chk', now), currency)).toBe(true)
    expect(await heldOf(budget)).toEqual([{ subject: 'workshop', heldMinor }])
  })

  it('of less than one minor unit of the budget holds nothing', async () => {
    const { actor, addBudget } = await aBuyer()
    await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    expect(await holdCost(actor, 1n, newId('chk', now), 'USD')).toBe(false)
  })

  it('in the currency of the budget needs no exchange rate', async () => {
    const { actor, addBudget } = await aBuyer()
    const limit = { amount: '1.00', currency: 'CHF' }
    await addBudget({ kind: 'COST_CENTER', subject: 'workshop', limit })
    expect(await holdCost(actor, 60n, newId('chk', now), 'CHF')).toBe(true)
  })

  it('is refused if there is no exchange rate', async () => {
    const { actor, addBudget } = await aBuyer()
    await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    await expect(holdCost(actor, 60n, newId('chk', now), 'CHF')).rejects.toMatchObject({
      code: expect.stringContaining('fx.'),
    })
  })

  it('beyond a soft budget exceeds it, and shows what it adds to the period', async () => {
    const { actor, addBudget } = await aBuyer()
    const soft = await addBudget({ kind: 'COST_CENTER', subject: 'workshop', soft: true })
    const everybody = await addBudget({
      kind: 'PERSON',
      subject: undefined,
      limit: inEuros('9.00'),
    })
    const { companyId } = actor
    await holdCost(actor, 100n, 'chk_within')
    await holdCost(actor, 50n, 'chk_beyond')

    const listExceeded = (checkoutId: string) =>
      budgets.listExceeded(database.pool, { companyId, checkoutId })
    expect(await listExceeded('chk_within')).toEqual([])
    expect(await listExceeded('chk_beyond')).toEqual([{ id: soft.id, name: 'Tools' }])
    const impacts = await budgets.impacts(database.pool, { companyId, checkoutId: 'chk_beyond' })
    expect(impacts).toHaveLength(2)
    expect(impacts).toContainEqual(impactOf(soft, 'workshop', '1.00'))
    expect(impacts).toContainEqual(impactOf(everybody, actor.id, '9.00'))
  })

  it('has no impact after it was released', async () => {
    const { actor, addBudget } = await aBuyer()
    await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    const { companyId } = actor
    const checkoutId = 'chk_ended'
    await holdCost(actor, 60n, checkoutId)
    await database.transaction((tx) => budgets.release(tx, companyId, checkoutId, now))
    expect(await budgets.impacts(database.pool, { companyId, checkoutId })).toEqual([])
  })
})

describe('the period of an order', () => {
  it.each([
    ['Pacific/Auckland', '2026-01-31T10:59:59Z', '2026-01-01'],
    ['Pacific/Auckland', '2026-01-31T11:00:00Z', '2026-02-01'],
    ['America/Los_Angeles', '2026-02-01T07:59:59Z', '2026-01-01'],
    ['America/Los_Angeles', '2026-02-01T08:00:00Z', '2026-02-01'],
  ])('in %s at %s began on %s', async (timeZone, at, startsOn) => {
    const { actor, addBudget } = await aBuyer(timeZone)
    const budget = await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    await holdAt(actor, 60n, at)
    expect(await periodAt(budget, at)).toEqual({ startsOn, heldMinor: [60n] })
  })

  it('of a day is the day of the company', async () => {
    const { actor, addBudget } = await aBuyer('Pacific/Auckland')
    const daily = await addBudget({ kind: 'PERSON', subject: undefined, period: 'DAY' })
    await holdAt(actor, 90n, '2026-01-31T10:59:59Z')
    await holdAt(actor, 80n, '2026-01-31T11:00:00Z')
    expect(await periodAt(daily, '2026-02-01T10:59:59Z')).toEqual({
      startsOn: '2026-02-01',
      heldMinor: [80n],
    })
  })

  it('stays when the time zone of the company changes, and later orders follow the new one', async () => {
    const { actor, addBudget } = await aBuyer('Pacific/Auckland')
    const budget = await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    const at = '2026-01-31T12:00:00Z'
    await holdAt(actor, 60n, at)
    await sql`
      update identity.companies set time_zone = 'America/Los_Angeles' where id = ${actor.companyId}
    `.execute(database.pool)
    expect(await periodAt(budget, at)).toEqual({ startsOn: '2026-01-01', heldMinor: [] })
    await holdAt(actor, 70n, at)
    expect(await periodAt(budget, at)).toEqual({ startsOn: '2026-01-01', heldMinor: [70n] })
    const inFebruary = '2026-02-01T08:00:00Z'
    expect(await periodAt(budget, inFebruary)).toEqual({ startsOn: '2026-02-01', heldMinor: [60n] })
    await expect(holdAt(actor, 41n, inFebruary)).rejects.toMatchObject({
      code: 'budgets.exceeded',
      details: { left: { amount: '0.40', currency: 'EUR' } },
    })
  })
})

describe('an order that costs more', () => {
  it('spends the difference of the same budgets, and gives all of it back', async () => {
    const { actor, addBudget } = await aBuyer()
    const budget = await addBudget({ kind: 'COST_CENTER', subject: 'workshop' })
    const { companyId } = actor
    const checkoutId = newId('chk', now)
    const spending = (minor: bigint) => {
      const total = money(minor, 'EUR')
      const shares = [{ costCenter: 'workshop', amount: total }]
      return { checkoutId, unitId: undefined, total, shares }
    }
    const raise = (minor: bigint, mayExceed = false) =>
      database.transaction((tx) => budgets.raise(tx, actor, spending(minor), { mayExceed }, now))
    await holdCost(actor, 60n, checkoutId)
    await database.transaction((tx) => budgets.commit(tx, companyId, checkoutId, now))
    expect(await raise(30n)).toEqual([])
    await expect(raise(11n)).rejects.toMatchObject({ code: 'budgets.exceeded' })
    const usage = async () => (await usagesOf(budget))[0]
    expect(await usage()).toMatchObject({ held: money(0n, 'EUR'), committed: money(90n, 'EUR') })
    await database.transaction((tx) =>
      budgets.giveBack(tx, { companyId, checkoutId }, spending(90n), now),
    )
    expect(await usage()).toMatchObject({ committed: money(0n, 'EUR') })
    const page = { limit: 10 }
    const kinds = (await budgets.entries(budget, page)).map(({ kind }) => kind)
    expect(kinds).toEqual(['RELEASE', 'COMMIT', 'HOLD', 'COMMIT', 'HOLD'])
  })

  it('begins to spend of a budget that did not apply, and names a soft one that is exceeded', async () => {
    const { actor, addBudget } = await aBuyer()
    const budget = await addBudget({ kind: 'PERSON', subject: undefined, soft: true })
    const total = money(150n, 'EUR')
    const spending = { checkoutId: newId('chk', now), unitId: undefined, total, shares: [] }
    expect(
      await database.transaction((tx) =>
        budgets.raise(tx, actor, spending, { mayExceed: false }, now),
      ),
    ).toMatchObject([{ id: budget.id }])
    expect(await usagesOf(budget)).toMatchObject([{ subject: actor.id, committed: total }])
  })
})

type Buyer = Awaited<ReturnType<typeof aBuyer>>

async function aBuyer(timeZone?: string) {
  const companyId = await aCompany(database, timeZone === undefined ? {} : { timeZone })
  const { actor } = await aPerson(database, { companyId })
  const addBudget = (input: Pick<BudgetInput, 'kind' | 'subject'> & Partial<BudgetInput>) =>
    budgets.add(actor, { name: 'Tools', period: 'MONTH', limit: inEuros('1.00'), ...input })
  return { actor, addBudget }
}

function holdCost(
  actor: Buyer['actor'],
  minor: bigint,
  checkoutId: string = newId('chk', now),
  currency = 'EUR',
  at = now,
): Promise<boolean> {
  const total = money(minor, currency)
  const shares = [{ costCenter: 'workshop', amount: total }]
  const spending = { checkoutId, unitId: undefined, total, shares }
  return database.transaction((tx) => budgets.hold(tx, actor, spending, at))
}

const holdAt = (actor: Buyer['actor'], minor: bigint, at: string) =>
  holdCost(actor, minor, newId('chk', now), 'EUR', new Date(at))

/** The period of the budget at this instant, and what orders hold of it. */
async function periodAt({ companyId, id, kind }: Budget, at: string) {
  const then = someBudgets(database, () => new Date(at))
  const roles: Buyer['actor']['roles'] = new Set(['accountant'])
  const { startsOn, usages } = await then.get({ companyId, roles } as Buyer['actor'], id, [kind])
  return { startsOn, heldMinor: usages.map(({ held }) => held.amountMinor) }
}

async function usagesOf({ companyId, id, kind }: Budget) {
  const roles: Buyer['actor']['roles'] = new Set(['accountant'])
  const { usages } = await budgets.get({ companyId, roles } as Buyer['actor'], id, [kind])
  return usages
}

async function heldOf(budget: Budget) {
  const usages = await usagesOf(budget)
  return usages.map(({ subject, held }) => ({ subject, heldMinor: held.amountMinor }))
}

function impactOf({ id, kind }: Budget, subject: string, limit: string) {
  const [before, after] = [money(100n, 'EUR'), money(150n, 'EUR')]
  const limitMinor = BigInt(limit.replace('.', ''))
  const period = { startsOn: '2026-01-01', limit: money(limitMinor, 'EUR') }
  return { id, name: 'Tools', kind, subject, ...period, before, after }
}

function inEuros(amount: string) {
  return { amount, currency: 'EUR' }
}
