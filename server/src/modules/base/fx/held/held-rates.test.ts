import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { aPrincipal } from '#testing/actors'
import { type ARateProvider, anFx, aRateProvider } from '#testing/fx'
import type { Fx } from '../index.ts'
import type { HeldRateState } from './held-rate.ts'
import { type JoinedRow, toHeldRate } from './held-rate-store.ts'

const asOf = new Date('2026-01-05T00:00:00Z')
const operator = aPrincipal('operator')
let now = asOf
const database = await useDatabase()
let provider: ARateProvider
let fx: Fx

beforeEach(async () => {
  now = asOf
  await sql`truncate fx.rate_sets, fx.rates, fx.held_rates, fx.providers, incidents.incidents`.execute(
    database.pool,
  )
  provider = aRateProvider({ USD: '1.10', TRY: '50' }, asOf)
  fx = anFx(database, { now: clock, provider })
  await fx.fetchRates()
})

describe('a rate that moves by more than 20 %', () => {
  it.each([
    ['60', []],
    ['60.000001', ['TRY']],
    ['40', []],
    ['39.999999', ['TRY']],
  ])(
    'is held when it moves from 50 to %s; a rate that moves less is used',
    async (rate, expected) => {
      await say({ USD: '1.10', TRY: rate }, 24)
      expect((await held()).map(({ currency }) => currency)).toEqual(expected)
    },
  )

  it('leaves the previous rate with its date in use, and the other rates change', async () => {
    await say({ USD: '1.12', TRY: '500' }, 24)

    expect(await rateOf('USD')).toEqual(['1.12', hours(24), 'fresh'])
    expect(await rateOf('TRY')).toEqual(['50', asOf, 'stale_grace'])
    expect((await fx.list()).set.olderRates).toEqual(new Map([['TRY', asOf]]))
    const table = await fx.ratesInto(database.pool, 'TRY', now)
    expect(table.getConversion('EUR')).toMatchObject({ asOf })
    expect(await firing()).toEqual([['fx.rate-held', 'TRY']])
    expect(await fx.reading()).toMatchObject({ held: { count: 1, since: hours(24) } })
  })

  it('is held once, with the newest rate, however often the provider repeats it', async () => {
    await say({ USD: '1.10', TRY: '500' }, 24)
    await say({ USD: '1.10', TRY: '510' }, 48)
    const [one, ...others] = await held()
    expect(others).toEqual([])
    expect(one?.rate.toFixed()).toBe('510')
    expect(one).toMatchObject({ rateInUseAsOf: asOf, heldSince: hours(24), asOf: hours(48) })
    expect(await rateOf('TRY')).toEqual(['50', asOf, 'stale_grace'])
  })

  it('expires alone when no newer rate is released', async () => {
    await say({ USD: '1.10', TRY: '500' }, 24)
    await say({ USD: '1.10', TRY: '500.1' }, 97)
    now = hours(98)
    expect(await rateOf('TRY')).toEqual(['50', asOf, 'stale_grace'])
    const table = await fx.ratesInto(database.pool, 'USD', now)
    expect(table.usableUntil).toEqual(hours(98))
    now = hours(98, 1)
    await expect(rateOf('TRY')).rejects.toMatchObject({
      code: 'fx.rates_expired',
      details: { asOf: asOf.toISOString() },
    })
    expect(await rateOf('USD')).toEqual(['1.1', hours(97), 'fresh'])
    const later = await fx.ratesInto(database.pool, 'USD', now)
    expect(later.conversionFrom('TRY')).toBeUndefined()
    expect(() => later.getConversion('TRY')).toThrow(
      expect.objectContaining({ code: 'fx.rates_expired' }),
    )
    expect(later.conversionFrom('EUR')).toBeDefined()
  })

  it('is withdrawn, with its incident, when the provider returns to the old rate', async () => {
    await say({ USD: '1.10', TRY: '500' }, 24)
    await say({ USD: '1.10', TRY: '51' }, 48)
    expect(await held()).toEqual([])
    expect(await held('WITHDRAWN')).toMatchObject([{ currency: 'TRY', decidedAt: hours(48) }])
    expect(await rateOf('TRY')).toEqual(['51', hours(48), 'fresh'])
    expect(await firing()).toEqual([])
  })
})

describe('the release of a held rate', () => {
  it('takes effect at once, in a set of its own', async () => {
    await say({ USD: '1.12', TRY: '65' }, 24)
    const before = (await fx.list()).set
    const [one] = await held()
    now = hours(25)
    const released = await fx.releaseRate(operator, one?.id ?? '')

    expect(released).toMatchObject({
      state: 'RELEASED',
      decidedBy: operator.id,
      decidedAt: hours(25),
    })
    expect(await rateOf('TRY')).toEqual(['65', hours(24), 'fresh'])
    expect(await rateOf('USD')).toEqual(['1.12', hours(24), 'fresh'])
    expect((await fx.list()).set.id).not.toBe(before.id)
    // The old set stays what it was.
    const table = await fx.ratesInto(database.pool, 'TRY', now, before.id)
    expect(table.getConversion('EUR').rate.toFixed()).toBe('50')
    expect(await firing()).toEqual([])
    // The provider repeats itself, and then moves a little: nothing is held again.
    await say({ USD: '1.12', TRY: '66' }, 48)
    expect(await held()).toEqual([])
    expect(await rateOf('TRY')).toEqual(['66', hours(48), 'fresh'])
  })

  it('happens once when several operators release it at the same time', async () => {
    await say({ USD: '1.12', TRY: '65' }, 24)
    const [one] = await held()
    const all = await Promise.all([1, 2, 3].map(() => fx.releaseRate(operator, one?.id ?? '')))
    expect(all.map(({ state }) => state)).toEqual(['RELEASED', 'RELEASED', 'RELEASED'])
    const { rows } = await sql`select 1 from fx.rate_sets`.execute(database.pool)
    expect(rows).toHaveLength(3)
  })

  it('is refused for a withdrawn or unknown rate', async () => {
    await say({ USD: '1.10', TRY: '500' }, 24)
    const [one] = await held()
    await say({ USD: '1.10', TRY: '51' }, 48)
    await expect(fx.releaseRate(operator, one?.id ?? '')).rejects.toMatchObject({
      code: 'fx.held_rate_withdrawn',
    })
    await expect(fx.releaseRate(operator, 'fxh_nobody')).rejects.toMatchObject({
      code: 'fx.held_rate_not_found',
    })
  })
})

async function say(rates: Readonly<Record<string, string>>, atHour: number): Promise<void> {
  provider.say(rates, hours(atHour))
  now = hours(atHour)
  await fx.fetchRates()
}

async function held(state: HeldRateState = 'HELD') {
  const { rows } = await sql<JoinedRow>`
    select held.*, s.base, s.as_of from fx.held_rates held join fx.rate_sets s on s.id = held.rate_set_id
    where held.state = ${state} order by held.id desc
  `.execute(database.pool)
  return rows.map(toHeldRate)
}

async function rateOf(currency: string) {
  const { rate, asOf: at, state } = await fx.rate(database.pool, 'EUR', currency, now)
  return [rate.toFixed(), at, state]
}

async function firing() {
  const { rows } = await sql<{ key: string; dedupe_key: string }>`
    select key, dedupe_key from incidents.incidents where status = 'firing'
  `.execute(database.pool)
  return rows.map((row) => [row.key, row.dedupe_key])
}

function hours(count: number, seconds = 0) {
  return new Date(asOf.getTime() + count * 3_600_000 + seconds * 1_000)
}

function clock() {
  return now
}
