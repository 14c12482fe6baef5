import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { createOutbound } from '#platform/net'
import { closeAtEnd } from '#testing/close-at-end'
import { anFx } from '#testing/fx'
import { useSandbox } from '#testing/hosts/sandbox'
import { createExchangeRateApi, type Fx, fxJobs } from '../index.ts'

const apiKey = 'the key of these tests'
const wednesday = new Date('2026-01-07T15:30:00Z')
let now = wednesday
let fx: Fx
const clock = () => now
const database = await useDatabase()
const sandbox = await useSandbox({ ratesApiKey: apiKey, now: clock })
const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'Purveyor/test' }))

beforeEach(async () => {
  now = wednesday
  await sql`truncate fx.rate_sets, fx.rates, fx.held_rates, fx.providers, incidents.incidents`.execute(
    database.pool,
  )
  await fetch(`${sandbox.url}/rates/test/faults`, { method: 'DELETE' })
  fx = withKey(apiKey)
})

describe('fetching rates', () => {
  it('keeps what the provider says, digit by digit, as of its word', async () => {
    expect(await fx.fetchRates()).toBe('STORED')
    const { set, rates } = await fx.list()
    expect(set).toMatchObject({
      base: 'EUR',
      asOf: new Date('2026-01-07T00:00:00Z'),
      nextUpdate: new Date('2026-01-08T00:00:00Z'),
      fetchedAt: now,
    })
    expect(rates.length).toBeGreaterThan(25)
    expect(Object.fromEntries(rates.map(([code, rate]) => [code, rate.toFixed()]))).toMatchObject({
      EUR: '1',
      USD: '1.1684',
      JPY: '182.91',
    })
  })

  it('asks again only when newer rates are due', async () => {
    await fx.fetchRates()
    expect(await fx.fetchRates()).toBe('NOT_DUE')
    now = new Date('2026-01-08T00:07:00Z')
    expect(await fx.fetchRates()).toBe('STORED')
  })

  it.each([
    ['2026-01-04T10:00:00Z', '2026-01-02T10:00:00Z', 'on a Sunday, of the Friday'],
    ['2024-03-31T10:00:00Z', '2024-03-28T10:00:00Z', 'on Easter, of the Thursday'],
    ['2025-01-01T10:00:00Z', '2024-12-31T10:00:00Z', 'on New Year, of the last day of the year'],
    ['2026-11-21T10:00:00Z', '2026-04-13T10:00:00Z', 'after the end of the history, of its end'],
  ])('at %s stores the rates of %s, which are fresh: %s', async (day, same) => {
    now = new Date(day)
    await fx.fetchRates()
    const before = await dollars()
    expect(await fx.rate(database.pool, 'EUR', 'USD', now)).toMatchObject({ state: 'fresh' })

    await sql`truncate fx.rate_sets, fx.rates, fx.held_rates, fx.providers`.execute(database.pool)
    now = new Date(same)
    fx = withKey(apiKey)
    await fx.fetchRates()
    expect(await dollars()).toBe(before)
  })

  it('no longer offers a currency that has ended', async () => {
    const levs = async () => {
      const answer = await fetch(
        `${sandbox.url}/rates/v6/${encodeURIComponent(apiKey)}/pair/EUR/BGN`,
      )
      return [answer.status, await answer.json()]
    }
    now = new Date('2025-12-30T10:00:00Z')
    expect(await levs()).toMatchObject([200, { result: 'success', conversion_rate: 1.9558 }])
    now = new Date('2026-01-08T10:00:00Z')
    expect(await levs()).toEqual([404, { result: 'error', 'error-type': 'unsupported-code' }])
  })
})

describe('a rate provider that returns no rates', () => {
  it.each([
    ['invalid-key', 'key_refused'],
    ['inactive-account', 'account_inactive'],
    ['quota-reached', 'quota_reached'],
    ['plan-upgrade-required', 'plan_too_small'],
    ['unsupported-code', 'base_unsupported'],
    ['malformed-request', 'request_malformed'],
    ['no-data-available', 'nothing_published'],
    ['unavailable', 'unavailable'],
    ['garbage', 'answer_malformed'],
  ])('and answers %s is reported as %s, with what to do', async (fault, problem) => {
    await arm(fault)
    await expect(fx.fetchRates()).rejects.toMatchObject({ name: 'RatesNotFetched', problem })
    expect(await fx.reading()).toMatchObject({
      state: 'none',
      failing: { problem, failures: 1, action: expect.stringMatching(/\.$/) },
    })
  })

  it('because the key is wrong is reported without the key', async () => {
    const error = await withKey('a wrong key')
      .fetchRates()
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ problem: 'key_refused' })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('wrong')
  })

  it('because it is unreachable is reported', async () => {
    const elsewhere = withKey(apiKey, 'http://127.0.0.1:9')
    await expect(elsewhere.fetchRates()).rejects.toMatchObject({ problem: 'unreachable' })
  })

  it('leaves the last rates in use and is asked again at the next request', async () => {
    await fx.fetchRates()
    const before = await dollars()
    now = new Date('2026-01-08T00:07:00Z')
    await arm('quota-reached')
    await expect(fx.fetchRates()).rejects.toMatchObject({ problem: 'quota_reached' })
    await expect(fx.fetchRates()).rejects.toMatchObject({ problem: 'quota_reached' })
    expect(await fx.reading()).toMatchObject({ state: 'fresh', failing: { failures: 2 } })
    expect(await dollars()).toBe(before)

    await fetch(`${sandbox.url}/rates/test/faults`, { method: 'DELETE' })
    expect(await fx.fetchRates()).toBe('STORED')
    expect((await fx.reading()).failing).toBeUndefined()
  })

  it('is asked again by the job within a minute only where that may help', async () => {
    const [job] = fxJobs(fx)
    const { signal } = new AbortController()
    await arm('invalid-key')
    await expect(job?.run({}, signal)).resolves.toBeUndefined()
    await arm('unavailable')
    await expect(job?.run({}, signal)).rejects.toMatchObject({ problem: 'unavailable' })
  })
})

function withKey(key: string, baseUrl = `${sandbox.url}/rates`): Fx {
  const provider = createExchangeRateApi({ outbound, baseUrl, apiKey: key, timeoutMs: 10_000 })
  return anFx(database, { now: clock, provider })
}

async function arm(fault: string): Promise<void> {
  await fetch(`${sandbox.url}/rates/test/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault }),
  })
}

const dollars = async () => (await fx.rate(database.pool, 'EUR', 'USD', now)).rate.toFixed()
