import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { aPrincipal } from '#testing/actors'
import { anFxWith } from '#testing/fx'
import { useHttp } from '#testing/http'
import { fxRoutes } from './index.ts'

const asOf = new Date('2026-01-02T00:00:00Z')

let now = asOf
const database = await useDatabase()
const { fx } = await anFxWith(database, { USD: '1.1684', JPY: '186.75' }, { now: () => now })
const http = await useHttp(fxRoutes(fx), {
  callers: { buyer: aPrincipal('buyer') },
  now: () => now,
})
const headers = { 'x-api-key': 'buyer' }

describe('GET /api/v1/fx/rates', () => {
  it('returns the rates of one set for one unit of the base', async () => {
    const answer = await rates()
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toEqual({
      base: 'EUR',
      rateSetId: expect.stringMatching(/^fxs_[0-9a-z]{26}$/),
      asOf: '2026-01-02T00:00:00.000Z',
      fetchedAt: '2026-01-02T00:00:00.000Z',
      nextUpdate: expect.any(String),
      state: 'fresh',
      rates: { EUR: '1', JPY: '186.75', USD: '1.1684' },
    })
    expect((await rates('?base=USD')).json().data).toMatchObject({
      base: 'USD',
      rates: { USD: '1', JPY: '159.8339609722697706264977747346799' },
    })
  })

  it.each([
    ['?base=CHF', 422, 'fx.rate_unavailable'],
    ['?base=EURO', 400, 'fx.currency_unknown'],
    ['?base=', 400, 'fx.currency_unknown'],
  ])('refuses %s with %i %s', async (query, status, code) => {
    const answer = await rates(query)
    expect([answer.statusCode, answer.json().meta.code]).toEqual([status, code])
  })
})

describe('POST /api/v1/fx/convert', () => {
  it('returns the amount, the rate and its set', async () => {
    const answer = await convert({ amount: '100.00', from: 'USD', to: 'JPY' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toEqual({
      amount: '15983',
      from: 'USD',
      to: 'JPY',
      rate: '159.8339609722697706264977747346799',
      rateSetId: expect.stringMatching(/^fxs_/),
      asOf: '2026-01-02T00:00:00.000Z',
      state: 'fresh',
    })
  })

  it.each([
    [{ amount: '1.00', from: 'USD', to: 'CHF' }, 422, 'fx.rate_unavailable'],
    [{ amount: '1.00', from: 'USD', to: 'ABC' }, 400, 'fx.currency_unknown'],
    [{ amount: 1, from: 'USD', to: 'EUR' }, 400, 'platform.request_invalid'],
    [{ amount: '1e3', from: 'USD', to: 'EUR' }, 400, 'platform.request_invalid'],
    [{ amount: '1.0000001', from: 'USD', to: 'EUR' }, 400, 'platform.request_invalid'],
    [{ amount: '1', from: 'USD' }, 400, 'platform.request_invalid'],
    [{ amount: '1', from: 'USD', to: 'EUR', rate: '1' }, 400, 'platform.request_invalid'],
  ])('refuses %j with %i %s', async (body, status, code) => {
    const answer = await convert(body)
    expect([answer.statusCode, answer.json().meta.code]).toEqual([status, code])
  })

  it('marks stale rates and refuses expired ones', async () => {
    now = new Date('2026-01-03T03:00:00Z')
    const stale = await convert({ amount: '1.00', from: 'EUR', to: 'USD' })
    expect(stale.json().data).toMatchObject({ amount: '1.17', state: 'stale_grace' })
    now = new Date('2026-01-06T03:00:00Z')
    const refused = await convert({ amount: '1.00', from: 'EUR', to: 'USD' })
    expect([refused.statusCode, refused.json().meta.code]).toEqual([422, 'fx.rates_expired'])
    now = asOf
  })
})

const rates = (query = '') =>
  http.inject({ method: 'GET', url: `/api/v1/fx/rates${query}`, headers })

const convert = (payload: object) =>
  http.inject({ method: 'POST', url: '/api/v1/fx/convert', headers, payload })
