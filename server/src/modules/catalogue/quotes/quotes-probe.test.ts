import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import { createMetrics } from '#platform/telemetry'
import { aProduct, buyer } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { figuresOf } from '#testing/tools/figures'
import { quotesProbe } from './quotes-probe.ts'
import { createQuotes } from './request-quotes.ts'

const noon = new Date('2026-03-02T12:00:00Z')
const database = await useDatabase()
let now = noon
const clock = () => now

beforeEach(async () => {
  now = noon
  await sql`delete from platform.tallies`.execute(database.pool)
})

it('shows the quotes of all processes, also after one was replaced by another', async () => {
  const { id } = await aProduct(database)
  const [one, other] = [aProcess(), aProcess()]
  await one.ask(id)
  await other.ask(id)
  await other.ask(id)
  // One of them stops.
  await one.stop()
  const next = aProcess()
  await next.ask(id)
  await other.stop()

  const { metrics, problems } = await next.probe.read()

  expect(metrics).toMatchObject({ quoteRequests: 4, quoteCacheMisses: 3, quoteCacheHits: 1 })
  const latencies = Object.entries(metrics).filter(([name]) => name.startsWith('quoteLatency'))
  expect(latencies.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(4)
  expect(problems).toEqual([])
})

it('forgets quotes after a day', async () => {
  const { id } = await aProduct(database)
  const one = aProcess()
  await one.ask(id)
  now = after(noon, hoursMs(24) + minutesMs(5))

  expect((await one.probe.read()).metrics).toMatchObject({ quoteRequests: 0, quoteCacheMisses: 0 })
})

it('reports a malformed entry that another process purged, for 15 to 20 minutes', async () => {
  const { id } = await aProduct(database)
  const [one, other] = [aProcess(), aProcess()]
  await one.ask(id)
  await one.spoil()
  now = after(noon, minutesMs(4))
  await one.ask(id)
  await one.stop()
  const codes = async () => (await other.probe.read()).problems.map(({ code }) => code)

  expect((await other.probe.read()).problems).toMatchObject([
    { code: 'catalog.quote-cache-malformed', message: expect.stringMatching(/^1 quotes/) },
  ])
  now = after(noon, minutesMs(4 + 15))
  expect(await codes()).toEqual(['catalog.quote-cache-malformed'])
  now = after(noon, minutesMs(4 + 20))
  expect(await codes()).toEqual([])
})

/** A process with its own cache: what it quotes first is a miss. */
function aProcess() {
  const cache = createMemoryCache(clock)
  const { tallies } = figuresOf(database, clock)
  const kept: string[] = []
  const quotes = createQuotes({
    database,
    fx: anFx(database, { now: clock }),
    cache: {
      ...cache,
      set: (key, value, ttlMs) => {
        kept.push(key)
        return cache.set(key, value, ttlMs)
      },
    },
    metrics: createMetrics(),
    tallies,
    now: clock,
    currencyOf: async () => 'EUR',
  })
  return {
    ask: (productId: string) => quotes.request(buyer, { items: [{ productId, quantity: 1_000n }] }),
    /** Overwrites all its cached quotes. */
    spoil: () => Promise.all(kept.map((key) => cache.set(key, 'spoiled', minutesMs(60)))),
    probe: quotesProbe(quotes, clock),
    stop: () => tallies.close(),
  }
}
