import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { decimalOf } from '#kernel/money'
import { sql } from '#platform/db'
import { type ARateProvider, anFx, aRateProvider } from '#testing/fx'
import { type Fx, fxJobs } from './index.ts'

const asOf = new Date('2026-01-02T00:00:00Z')
let now = asOf
const database = await useDatabase()
let provider: ARateProvider
let fx: Fx

beforeEach(async () => {
  now = asOf
  await sql`truncate fx.rate_sets, fx.rates, fx.held_rates, fx.providers, incidents.incidents`.execute(
    database.pool,
  )
  provider = aRateProvider({ USD: '1.1684', JPY: '186.75', KWD: '0.3581' }, asOf)
  fx = anFx(database, { now: clock, provider })
})

describe('a rate', () => {
  it('is one for a currency to itself, with or without stored rates', async () => {
    expect(await rate('EUR', 'EUR')).toMatchObject({ state: 'fresh', rateSetId: undefined })
    expect((await rate('EUR', 'EUR')).rate.toFixed()).toBe('1')
  })

  it('is refused, and not guessed, when none is stored', async () => {
    await expect(rate('EUR', 'USD')).rejects.toMatchObject({
      code: 'fx.rate_unavailable',
      status: 422,
    })
    await fx.fetchRates()
    await expect(rate('EUR', 'CHF')).rejects.toMatchObject({
      code: 'fx.rate_unavailable',
      details: { from: 'EUR', to: 'CHF' },
    })
  })

  it.each(['XXX', 'eur', '', '💶'])('is refused for %s, which is no currency', async (code) => {
    await fx.fetchRates()
    await expect(rate(code, code)).rejects.toMatchObject({
      code: 'fx.currency_unknown',
      status: 400,
    })
    await expect(rate('EUR', code)).rejects.toMatchObject({ code: 'fx.currency_unknown' })
  })

  it('goes through the base of one set and names the set', async () => {
    await fx.fetchRates()
    const found = await rate('USD', 'JPY')
    expect(found.rate.toFixed()).toBe('159.8339609722697706264977747346799')
    expect(found).toMatchObject({ rateSetId: expect.stringMatching(/^fxs_/), asOf, state: 'fresh' })
  })

  it('comes from a new set as soon as it is stored', async () => {
    await fx.fetchRates()
    expect((await rate('EUR', 'USD')).rate.toFixed()).toBe('1.1684')
    provider.say({ USD: '1.2' }, hours(24))
    now = hours(24)
    await fx.fetchRates()
    expect((await rate('EUR', 'USD')).rate.toFixed()).toBe('1.2')
    // What the newer set lacks is missing: the older one does not fill in.
    await expect(rate('EUR', 'JPY')).rejects.toMatchObject({ code: 'fx.rate_unavailable' })
  })

  it('of a named set never changes', async () => {
    await fx.fetchRates()
    const { rateSetId } = await rate('EUR', 'USD')
    provider.say({ USD: '1.2' }, hours(24))
    now = hours(24)
    await fx.fetchRates()
    const held = await fx.ratesInto(database.pool, 'USD', now, rateSetId)
    expect(held.conversionFrom('EUR')).toMatchObject({ rateSetId, from: 'EUR', to: 'USD' })
    expect(held.conversionFrom('EUR')?.rate.toFixed()).toBe('1.1684')
    // Too old to be used, or never heard of: the newest one is taken.
    now = hours(98, 1)
    const table = await fx.ratesInto(database.pool, 'USD', now, rateSetId)
    expect(table.conversionFrom('EUR')?.rate.toFixed()).toBe('1.2')
  })
})

describe('the age of the rates', () => {
  beforeEach(async () => {
    await fx.fetchRates()
  })

  it.each([
    [hours(26), 'fresh'],
    [hours(26, 1), 'stale_grace'],
    [hours(98), 'stale_grace'],
  ])('at %s is %s', async (at, state) => {
    now = at
    expect(await rate('EUR', 'USD')).toMatchObject({ state, asOf })
  })

  it('ends their use after the grace window', async () => {
    now = hours(98, 1)
    await expect(rate('EUR', 'USD')).rejects.toMatchObject({
      code: 'fx.rates_expired',
      status: 422,
      details: { asOf: asOf.toISOString() },
    })
    await expect(fx.list()).rejects.toMatchObject({ code: 'fx.rates_expired' })
    expect(await fx.reading()).toMatchObject({ state: 'expired' })
  })

  it('raises one notice while stale rates are served, also within a transaction', async () => {
    now = hours(30)
    await database.transaction((tx) => fx.rate(tx, 'EUR', 'USD', now))
    await rate('EUR', 'JPY')
    await expect
      .poll(openIncidents)
      .toEqual([{ key: 'i18n.fx-rates.stale-grace-window', occurrences: 1, status: 'firing' }])
    // New rates end it.
    provider.say({ USD: '1.17' }, hours(29))
    await fx.fetchRates()
    expect(await openIncidents()).toMatchObject([{ status: 'resolved' }])
    expect(await fx.reading()).toMatchObject({ state: 'fresh', set: { ageSeconds: 3_600 } })
  })
})

it('counts fresh, stale and refused conversions of the last 24 hours', async () => {
  await sql`truncate platform.tallies`.execute(database.pool)
  await fx.fetchRates()
  await rate('EUR', 'USD')
  now = hours(30)
  await rate('EUR', 'USD')
  await rate('EUR', 'JPY')
  now = hours(98, 1)
  await expect(rate('EUR', 'USD')).rejects.toThrow()
  expect((await fx.reading()).last24Hours).toEqual({ fresh: 0, stale_grace: 0, expired: 1 })
  now = hours(23)
  expect((await fx.reading()).last24Hours).toEqual({ fresh: 1, stale_grace: 2, expired: 1 })
})

describe('a conversion that is refused because the rates are too old', () => {
  it('notifies operators at once', async () => {
    await fx.fetchRates()
    now = hours(98, 1)
    await expect(rate('EUR', 'USD')).rejects.toMatchObject({ code: 'fx.rates_expired' })
    await expect.poll(openIncidents).toMatchObject([{ key: 'fx.rates-expired', status: 'firing' }])
  })
})

describe('the hourly check of the rates', () => {
  const look = async () => {
    const [job] = fxJobs(fx)
    await job?.run({}, new AbortController().signal).catch(() => undefined)
  }

  it('reports their age without any conversion, with rising severity, and their recovery', async () => {
    await fx.fetchRates()
    await look()
    expect(await openIncidents()).toEqual([])
    now = hours(30)
    await look()
    expect(await firing()).toEqual([['i18n.fx-rates.stale-grace-window', 'warning']])
    now = hours(98, 1)
    await look()
    expect(await firing()).toEqual([['fx.rates-expired', 'critical']])
    provider.say({ USD: '1.17' }, hours(98))
    await look()
    expect(await firing()).toEqual([])
  })

  it('has nothing to report when no rates were ever stored', async () => {
    now = hours(500)
    await anFx(database, { now: clock }).noticeAge()
    expect(await openIncidents()).toEqual([])
  })
})

async function firing() {
  const { rows } = await sql<{ key: string; severity: string }>`
    select key, severity from incidents.incidents where status = 'firing'
  `.execute(database.pool)
  return rows.map(({ key, severity }) => [key, severity])
}

async function openIncidents() {
  const { rows } = await sql`select key, occurrences, status from incidents.incidents`.execute(
    database.pool,
  )
  return rows
}

describe('converting an amount', () => {
  beforeEach(async () => {
    await fx.fetchRates()
  })

  it.each([
    ['100.00', 'USD', 'JPY', '15983'],
    ['100.00', 'EUR', 'USD', '116.84'],
    ['1', 'JPY', 'USD', '0.01'],
    ['15983', 'JPY', 'USD', '100.00'],
    ['0.005', 'EUR', 'USD', '0.01'],
    ['-100.00', 'EUR', 'USD', '-116.84'],
    ['7.25', 'EUR', 'KWD', '2.596'],
    ['1000000.00', 'USD', 'JPY', '159833961'],
    ['3.005', 'EUR', 'EUR', '3.00'],
  ])('%s %s is %s %s', async (amount, from, to, expected) => {
    const { amount: converted } = await fx.convert({ amount, from, to })
    expect([decimalOf(converted), converted.currency]).toEqual([expected, to])
  })

  it('is refused when the result is out of range', async () => {
    const input = { amount: '999999999999999', from: 'EUR', to: 'JPY' }
    await expect(fx.convert(input)).rejects.toMatchObject({ code: 'fx.amount_too_large' })
  })
})

describe('a set of rates', () => {
  it('is stored once for identical answers', async () => {
    const outcomes = await Promise.all([fx.fetchRates(), fx.fetchRates(), fx.fetchRates()])
    expect(outcomes.filter((outcome) => outcome === 'STORED')).toHaveLength(1)
    expect(await fx.fetchRates()).toBe('KNOWN')
  })

  it.each([
    sql`update fx.rates set rate = rate * 2`,
    sql`delete from fx.rates`,
    sql`update fx.rate_sets set as_of = as_of + interval '1 day'`,
    sql`delete from fx.rate_sets`,
  ])('is immutable', async (change) => {
    await fx.fetchRates()
    await expect(change.execute(database.pool)).rejects.toThrow('immutable')
  })

  it('is read by its index, and its rates by their key', async () => {
    for (let day = 0; day < 40; day += 1) {
      provider.say({ USD: `1.${100 + day}`, JPY: '186.75' }, hours(day * 24))
      now = hours(day * 24)
      await fx.fetchRates()
    }
    const plan = await database.transaction(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select s.*, r.currencies
        from (select * from fx.rate_sets order by as_of desc, fetched_at desc, id desc limit 1) as s
        cross join lateral (select array_agg(currency) as currencies
          from fx.rates where rate_set_id = s.id) as r
      `.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('rate_sets_latest')
    expect(plan).toContain('rates_pkey')
    expect(plan).not.toContain('Sort')
    expect(plan).not.toContain('Seq Scan')
  })
})

function hours(count: number, seconds = 0) {
  return new Date(asOf.getTime() + count * 3_600_000 + seconds * 1_000)
}

const clock = () => now

const rate = (from: string, to: string) => fx.rate(database.pool, from, to, now)
