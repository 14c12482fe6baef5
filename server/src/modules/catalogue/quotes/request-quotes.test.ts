import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { redisUrl, useDatabase } from '#harness'
import { oneUnit, quantitiesAsNumbers, quantityOf } from '#kernel/quantity'
import { type Cache, createMemoryCache, createRedisCache } from '#platform/cache'
import { buildHttp, type Http } from '#platform/http'
import { createLog, createMetrics, type Metrics } from '#platform/telemetry'
import { aProduct, buyer } from '#testing/catalog'
import { anFx, aRateProvider } from '#testing/fx'
import { figuresOf } from '#testing/tools/figures'
import { keyOf } from './quote-cache.ts'
import { bandOf } from './quote-card.ts'
import { quotesRoutes } from './quotes-routes.ts'
import { createQuotes, type Quotes } from './request-quotes.ts'

const asOf = new Date('2026-01-02T00:00:00Z')

let now = asOf
const database = await useDatabase()
let cache: Cache
let metrics: Metrics
let quotes: Quotes
const fx = anFx(database, { now: clock, provider: aRateProvider({ USD: '1.1684' }, asOf) })
await fx.fetchRates()

beforeEach(() => {
  now = asOf
  use(createMemoryCache(clock))
})

describe('quantity bands', () => {
  it.each([
    [0.5, 0.001, 1],
    [1, 1, 2],
    [2, 2, 5],
    [4.999, 2, 5],
    [5, 5, 10],
    [19, 10, 20],
    [99, 50, 100],
    [1_000_000, 1_000_000, 2_000_000],
  ])('put %d into the band from %d to %d', (quantity, from, to) => {
    expect(bandOf(quantityOf(quantity))).toEqual({ from: quantityOf(from), to: quantityOf(to) })
  })
})

describe('a quote', () => {
  it('is computed once and valid for a minute, with an id', async () => {
    const { id } = await aProduct(database, { unitPrice: '2.50', onHand: 70 })
    const first = await ask(id, 3)
    expect(first).toMatchObject({
      id: expect.stringMatching(/^qte_[0-9a-z]{26}$/),
      expiresAt: new Date('2026-01-02T00:01:00Z'),
      line: { availability: { status: 'in_stock', available: 70_000n, leadTimeDays: 3 } },
    })
    now = new Date('2026-01-02T00:00:59Z')
    expect(await ask(id, 3)).toEqual(first)
    expect((await ask(id, 4))?.id).not.toBe(first?.id)
    expect(await lines()).toEqual({ hit: 2, miss: 1, purged: 0, dropped: 0, uncached: 0 })

    now = new Date('2026-01-02T00:01:00Z')
    expect((await ask(id, 3))?.id).not.toBe(first?.id)
    expect(await lines()).toMatchObject({ hit: 2, miss: 2 })
  })

  it('has the price of its exact quantity, even when a tier begins within its band', async () => {
    const { id } = await aProduct(database, {
      unitPrice: '1.00',
      tiers: [
        [60, '0.90'],
        [75, '0.80'],
        [100, '0.70'],
      ],
      onHand: 1_000,
    })
    const priceAt = async (quantity: number) =>
      (await ask(id, quantity))?.line.unitPrice?.amount.toFixed(2)
    const asked = [50, 59, 60, 74, 75, 99, 100, 101, 200]
    const prices = []
    for (const quantity of asked) prices.push(await priceAt(quantity))
    expect(prices).toEqual(['1.00', '1.00', '0.90', '0.90', '0.80', '0.80', '0.70', '0.70', '0.70'])
    expect(await lines()).toMatchObject({ hit: 6, miss: 3 })
  })

  it('names what keeps the line from being ordered for its country and quantity', async () => {
    const { id } = await aProduct(database, { moq: 5, multiple: 5, onHand: 6, shipTo: ['FR'] })
    const problems = async (quantity: number, country: string) =>
      (await ask(id, quantity, { country }))?.line.problems.map(({ code }) => code)
    expect(await problems(8, 'DE')).toEqual([
      'stock_short',
      'not_a_multiple',
      'not_shipped_to_country',
    ])
    expect(await problems(5, 'FR')).toEqual([])
    expect(await problems(4, 'FR')).toEqual(['below_minimum', 'not_a_multiple'])
  })

  it('is the same in the requested currency, cached or computed', async () => {
    const { id } = await aProduct(database, { unitPrice: '0.012345' })
    const first = await ask(id, 10, { currency: 'USD' })
    expect(first?.line.unitPrice?.amount.toFixed()).toBe('0.014424')
    expect(first?.line.conversion?.rate.toFixed()).toBe('1.1684')
    const again = await ask(id, 10, { currency: 'USD' })
    expect(asJson(again)).toBe(asJson(first))
    expect((await ask(id, 10))?.line.conversion).toBeUndefined()
    expect(await lines()).toMatchObject({ hit: 1, miss: 2 })
  })

  it('has no price without a rate, and expires with its rates', async () => {
    const { id } = await aProduct(database)
    const francs = await ask(id, 1, { currency: 'CHF' })
    expect(francs?.line).toMatchObject({
      unitPrice: undefined,
      problems: [{ code: 'currency_not_convertible', details: { from: 'EUR', to: 'CHF' } }],
    })
    now = new Date('2026-01-06T01:59:30Z')
    const dollars = await ask(id, 1, { currency: 'USD' })
    expect(dollars?.expiresAt).toEqual(new Date('2026-01-06T02:00:00Z'))
    now = new Date('2026-01-06T02:00:01Z')
    expect((await ask(id, 1, { currency: 'USD' }))?.line.unitPrice).toBeUndefined()
  })

  it('for many items keeps their order, with unknown and repeated ones', async () => {
    const one = await aProduct(database, { unitPrice: '1.00' })
    const other = await aProduct(database, { unitPrice: '2.00' })
    const { quoted } = await quotes.request(buyer, {
      items: [
        { productId: other.id, quantity: oneUnit },
        { productId: 'prd_nothing', quantity: oneUnit },
        { productId: one.id, quantity: 2n * oneUnit },
        { productId: other.id, quantity: oneUnit },
      ],
    })
    expect(quoted.map(({ quote }) => quote?.line.unitPrice?.amount.toFixed(2))).toEqual([
      '2.00',
      undefined,
      '1.00',
      '2.00',
    ])
    expect(quoted[0]?.quote?.id).toBe(quoted[3]?.quote?.id)
  })
})

describe('a malformed cache entry', () => {
  const key = (productId: string) =>
    keyOf({ productId, band: bandOf(oneUnit), currency: 'EUR', terms: '' })

  async function stored(productId: string): Promise<Record<string, unknown>> {
    return JSON.parse((await cache.get(key(productId))) ?? 'null')
  }

  it.each([
    ['no JSON', () => 'poison'],
    ['nothing', () => ''],
    ['half of it', (text: string) => text.slice(0, 100)],
    ['an array', () => '[]'],
    ['null', () => 'null'],
    ['no price', (text: string) => changed(text, { prices: [] })],
    ['a price as a number', (text: string) => changed(text, { prices: [[1, 2.5]] })],
    ['a negative price', (text: string) => changed(text, { prices: [[1, '-2.50']] })],
    ['prices for other quantities', (text: string) => changed(text, { prices: [[7, '2.50']] })],
    ['another product', (text: string) => changed(text, { productId: 'prd_other' })],
    ['another currency', (text: string) => changed(text, { currency: 'USD' })],
    ['a currency that is none', (text: string) => changed(text, { supplierCurrency: 'XXX' })],
    ['no snapshot', (text: string) => changed(text, { snapshot: '' })],
    ['a snapshot that is none', (text: string) => changed(text, { snapshot: '9:7:' })],
    ['a snapshot out of order', (text: string) => changed(text, { snapshot: '5:9:8,7' })],
    ['a snapshot that ends too soon', (text: string) => changed(text, { snapshot: '5:7:8' })],
    ['a field too many', (text: string) => changed(text, { admin: true })],
    [
      'an end that never comes',
      (text: string) => changed(text, { expiresAt: 8_640_000_000_000_000 }),
    ],
    ['stock that is no number', (text: string) => changed(text, { available: '1' })],
    ['a key of the prototype', (text: string) => text.replace('{', '{"__proto__":{"a":1},')],
  ])('with %s is purged, counted, and computed again', async (_what, poison) => {
    const { id } = await aProduct(database, { unitPrice: '2.50' })
    await ask(id, 1)
    const text = JSON.stringify(await stored(id))
    await cache.set(key(id), poison(text), 60_000)

    expect((await ask(id, 1))?.line.unitPrice?.amount.toFixed(2)).toBe('2.50')
    expect(await lines()).toEqual({ hit: 0, miss: 1, purged: 1, dropped: 0, uncached: 0 })
    // What is there now is a quote again.
    await ask(id, 1)
    expect(await lines()).toMatchObject({ hit: 1 })
    expect(await metrics.text()).toContain('catalog_quote_lines_total{outcome="purged"} 1')
  })

  function changed(text: string, change: object): string {
    return JSON.stringify({ ...JSON.parse(text), ...change })
  }
})

describe('without a cache', () => {
  it('a quote is computed each time and says so', async () => {
    const away = createRedisCache('redis://127.0.0.1:9')
    use(away)
    try {
      const { id } = await aProduct(database, { unitPrice: '2.50' })
      for (let time = 0; time < 3; time += 1) {
        expect((await ask(id, 1))?.line.unitPrice?.amount.toFixed(2)).toBe('2.50')
      }
      expect(await lines()).toEqual({ hit: 0, miss: 0, purged: 0, dropped: 0, uncached: 3 })
    } finally {
      await away.close()
    }
  })
})

describe.skipIf(redisUrl() === undefined)('with Redis', () => {
  it('processes share a quote', async () => {
    const redis = createRedisCache(redisUrl() ?? '')
    try {
      await expect.poll(() => redis.state()).toBe('up')
      use(redis)
      const { id } = await aProduct(database, { unitPrice: '2.50' })
      const first = await ask(id, 1)
      use(redis)
      expect(await ask(id, 1)).toEqual(first)
      expect(await lines()).toMatchObject({ hit: 1, miss: 0 })
    } finally {
      await redis.close()
    }
  })
})

describe('POST /api/v1/products/quotes', () => {
  let http: Http

  beforeEach(async () => {
    http = buildHttp({
      log: createLog({ level: 'silent' }),
      metrics: createMetrics(),
      now: clock,
      version: 'test',
      authenticate: async () => buyer,
      cursorKey: randomBytes(32),
      validateAnswers: true,
    })
    await http.register(quotesRoutes(quotes) as never)
    await http.ready()
    return () => http.close()
  })

  const post = (payload: object) =>
    http.inject({
      method: 'POST',
      url: '/api/v1/products/quotes',
      headers: { 'x-api-key': 'buyer' },
      payload,
    })

  it('answers with prices, totals and stock', async () => {
    const { id: productId } = await aProduct(database, { unitPrice: '0.012345', onHand: 5_000 })
    const answer = await post({
      items: [
        { productId, quantity: 1_000 },
        { productId: 'prd_nothing', quantity: 1 },
      ],
      currency: 'USD',
      country: 'DE',
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      meta: { currency: 'USD' },
      data: [
        {
          quoteId: expect.stringMatching(/^qte_/),
          productId,
          quantity: 1_000,
          unitPrice: { amount: '0.014424', currency: 'USD' },
          lineTotal: { amount: '14.42', currency: 'USD' },
          supplierPrice: { amount: '0.012345', currency: 'EUR' },
          availability: { status: 'in_stock', checkedAt: '2026-01-02T00:00:00.000Z' },
          fx: { rate: '1.1684', state: 'fresh', asOf: '2026-01-02T00:00:00.000Z' },
          problems: [],
          expiresAt: '2026-01-02T00:01:00.000Z',
        },
        {
          quoteId: null,
          unitPrice: null,
          problems: [
            {
              code: 'catalog.product_not_found',
              message: 'There is no such product for your company. Take the id from a search.',
            },
          ],
        },
      ],
    })
  })

  it.each([
    [{ items: [] }, 'platform.request_invalid'],
    [{ items: [{ productId: 'prd_1', quantity: 0 }] }, 'platform.request_invalid'],
    [{ items: [{ productId: 'prd_1', quantity: 1.2345 }] }, 'platform.request_invalid'],
    [{ items: [{ productId: 'prd_1', quantity: '1' }] }, 'platform.request_invalid'],
    [
      { items: [{ productId: 'prd_1', quantity: 1 }], currency: 'EURO' },
      'catalog.currency_unknown',
    ],
    [{ items: [{ productId: 'prd_1', quantity: 1 }], country: 'XX' }, 'catalog.country_unknown'],
    [
      { items: Array.from({ length: 101 }, () => ({ productId: 'prd_1', quantity: 1 })) },
      'platform.request_invalid',
    ],
  ])('refuses %j', async (body, code) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json().meta.code]).toEqual([400, code])
  })

  it('finds nothing for a product id that the database cannot hold', async () => {
    const answer = await post({ items: [{ productId: 'prd_\u0000', quantity: 1 }] })
    expect(answer.statusCode).toBe(400)
  })
})

function clock() {
  return now
}

function use(next: Cache): void {
  cache = next
  metrics = createMetrics()
  quotes = aProcess()
}

/** Processes share the cache, the database and the figures. */
function aProcess(): Quotes {
  const { tallies } = figuresOf(database, clock)
  return createQuotes({
    database,
    fx,
    cache,
    metrics,
    tallies,
    now: clock,
    currencyOf: async () => 'EUR',
  })
}

async function ask(productId: string, quantity: number, options = {}) {
  const { quoted } = await quotes.request(buyer, {
    items: [{ productId, quantity: quantityOf(quantity) }],
    ...options,
  })
  return quoted[0]?.quote
}

/** The lines that this process has quoted, by outcome. */
async function lines() {
  const text = await metrics.text()
  const count = (outcome: string) =>
    Number(
      new RegExp(`^catalog_quote_lines_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(text)?.[1] ??
        0,
    )
  const outcomes = ['hit', 'miss', 'purged', 'dropped', 'uncached']
  return Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)]))
}

const asJson = (quote: unknown) => JSON.stringify(quote, quantitiesAsNumbers)
