import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { money } from '#kernel/money'
import { aCompany } from '#testing/identity'
import type { Budget } from './budget.ts'
import { insertBudget, listUsages } from './budget-store.ts'
import { giveBudgetsBack } from './hold-budgets.ts'
import {
  commitHolds,
  type HeldPeriod,
  type Hold,
  releaseCommitted,
  releaseHolds,
  takeHolds,
} from './hold-store.ts'

const now = new Date('2026-03-04T05:06:07Z')
const startsOn = '2026-03-01'
const database = await useDatabase()
const companyId = await aCompany(database)
const otherCompanyId = await aCompany(database)

describe('the first amount of a period', () => {
  it('may be the whole budget', async () => {
    const budget = await aBudget({ limit: 100n })

    expect(await holdAmount(budget, 100n)).toEqual({ isOver: false })
    expect(await usedOf(budget)).toBe(100n)
  })

  it('may not be one more', async () => {
    const budget = await aBudget({ limit: 100n })

    expect(await holdAmount(budget, 101n)).toBeUndefined()
    expect(await usedOf(budget)).toBe(0n)
  })

  it('exceeds a soft budget from one more on', async () => {
    expect(await holdAmount(await aBudget({ limit: 100n, soft: true }), 100n)).toEqual({
      isOver: false,
    })
    expect(await holdAmount(await aBudget({ limit: 100n, soft: true }), 101n)).toEqual({
      isOver: true,
    })
  })
})

describe('a further amount of a period', () => {
  it('may use up the budget', async () => {
    const budget = await aBudget({ limit: 100n })
    await holdAmount(budget, 60n)

    expect(await holdAmount(budget, 40n)).toEqual({ isOver: false })
    expect(await usedOf(budget)).toBe(100n)
  })

  it('may not be one more', async () => {
    const budget = await aBudget({ limit: 100n })
    await holdAmount(budget, 60n)

    expect(await holdAmount(budget, 41n)).toBeUndefined()
    expect(await usedOf(budget)).toBe(60n)
  })

  it('exceeds a soft budget from one more on', async () => {
    const budget = await aBudget({ limit: 100n, soft: true })

    expect(await holdAmount(budget, 60n)).toEqual({ isOver: false })
    expect(await holdAmount(budget, 40n)).toEqual({ isOver: false })
    expect(await holdAmount(budget, 1n)).toEqual({ isOver: true })
  })

  it('counts what orders have spent', async () => {
    const budget = await aBudget({ limit: 100n })
    await holdAmount(budget, 60n, 'chk_spent')
    await database.transaction((tx) => commitHolds(tx, companyId, 'chk_spent', now))

    expect(await holdAmount(budget, 41n)).toBeUndefined()
    expect(await holdAmount(budget, 40n)).toEqual({ isOver: false })
  })

  it('may use what a checkout has released', async () => {
    const budget = await aBudget({ limit: 100n })
    await holdAmount(budget, 60n, 'chk_released')
    await database.transaction((tx) => releaseHolds(tx, companyId, 'chk_released', now))

    expect(await holdAmount(budget, 100n)).toEqual({ isOver: false })
  })
})

it('another period and another subject have the whole budget', async () => {
  const budget = await aBudget({ limit: 100n })
  await holdAmount(budget, 100n)

  const april = { ...newHold(budget, 100n), startsOn: '2026-04-01' }
  expect(await take(april)).toEqual({ isOver: false })
  const marketing = { ...newHold(budget, 100n), subject: 'marketing' }
  expect(await take(marketing)).toEqual({ isOver: false })
})

it('a budget that is switched off gives nothing', async () => {
  expect(await holdAmount(await aBudget({ limit: 100n, active: false }), 1n)).toBeUndefined()
})

it('another company takes nothing of a budget', async () => {
  const budget = await aBudget({ limit: 100n })
  const foreign = { ...newHold(budget, 1n), companyId: otherCompanyId }

  expect(await take(foreign)).toBeUndefined()
  expect(await usedOf(budget)).toBe(0n)
})

describe('a part of an order that goes back', () => {
  it.each([
    ['a third of ten', 10n, 30n, [10n], 7n],
    ['half of one, rounded up', 1n, 2n, [1n], 0n],
    ['less than half of one', 1n, 3n, [1n], 1n],
    ['two parts, from their sum', 10n, 30n, [5n, 5n], 7n],
    ['all', 10n, 30n, [30n], 0n],
    ['more than is open', 10n, 30n, [20n, 20n], 0n],
    ['nothing', 10n, 30n, [0n], 10n],
  ])('leaves the leftMinor used: %s', async (_, amountMinor, baseMinor, parts, leftMinor) => {
    const { budget, checkoutId } = await aSpentBudget(amountMinor, baseMinor)

    for (const part of parts) await giveBack(companyId, checkoutId, part)

    expect(await usedOf(budget)).toBe(leftMinor)
  })

  it('gives nothing to the budget of another company or another cost centre', async () => {
    const { budget, checkoutId } = await aSpentBudget(10n, 10n)

    await giveBack(otherCompanyId, checkoutId, 10n)
    await giveBack(companyId, checkoutId, 10n, 'marketing')

    expect(await usedOf(budget)).toBe(10n)
  })

  it('must be given back by a caller that has locked the hold', async () => {
    const { budget, checkoutId } = await aSpentBudget(10n, 10n)
    const staleHold = {
      ...newHold(budget, 10n, checkoutId),
      kind: budget.kind,
      releasedMinor: 5n,
      creditedMinor: 5n,
    }
    const sums = { creditedMinor: 10n, releasedMinor: 10n }
    await expect(
      database.transaction((tx) => releaseCommitted(tx, staleHold, sums, now)),
    ).rejects.toThrow(`a hold of ${checkoutId} was changed without its lock`)
    expect(await usedOf(budget)).toBe(10n)
  })
})

async function aSpentBudget(amountMinor: bigint, baseMinor: bigint) {
  const budget = await aBudget({ limit: 100n })
  const hold = { ...newHold(budget, amountMinor), baseMinor }
  await database.transaction(async (tx) => {
    await takeHolds(tx, companyId, [hold], now)
    await commitHolds(tx, companyId, hold.checkoutId, now)
  })
  return { budget, checkoutId: hold.checkoutId }
}

function giveBack(ofCompany: string, checkoutId: string, part: bigint, costCenter = 'workshop') {
  const amount = money(part, 'USD')
  const spent = { total: amount, shares: [{ costCenter, amount }] }
  const order = { companyId: ofCompany, checkoutId }
  return database.transaction((tx) => giveBudgetsBack(tx, order, spent, now))
}

type Wish = { readonly limit: bigint; readonly soft?: boolean; readonly active?: boolean }

async function aBudget({ limit, soft = false, active = true }: Wish): Promise<Budget> {
  const budget: Budget = {
    id: newId('bud', now),
    companyId,
    name: 'Tools',
    kind: 'COST_CENTER',
    subject: 'workshop',
    unitId: undefined,
    period: 'MONTH',
    limit: money(limit, 'EUR'),
    soft,
    active,
  }
  const write = { budget, changedBy: 'usr_1', now }
  expect(await database.transaction((tx) => insertBudget(tx, write, 100))).toBe(true)
  return budget
}

function newHold({ id }: Budget, amountMinor: bigint, checkoutId: string = newId('chk', now)) {
  const place = { companyId, checkoutId, budgetId: id, subject: 'workshop', startsOn }
  return { ...place, amountMinor, baseMinor: amountMinor }
}

function holdAmount(budget: Budget, amountMinor: bigint, checkoutId?: string) {
  return take(newHold(budget, amountMinor, checkoutId))
}

function take(hold: Hold): Promise<HeldPeriod | undefined> {
  return database.transaction(async (tx) => {
    const taken = await takeHolds(tx, hold.companyId, [hold], now)
    return taken.get(hold.budgetId)
  })
}

async function usedOf({ id }: Budget): Promise<bigint> {
  const periods = [{ id, startsOn, currency: 'EUR' }]
  const usages = (await listUsages(database.pool, companyId, periods)).get(id) ?? []
  return usages.reduce(
    (sum, { held, committed }) => sum + held.amountMinor + committed.amountMinor,
    0n,
  )
}
