import pino from 'pino'
import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import { sealKeysFrom } from '#platform/seal'
import { createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { buyer } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { aCompany } from '#testing/identity'
import { createClickTokens } from '../clicks/click-token.ts'
import { createCampaignIndex } from './campaign-index.ts'
import { createRecorder } from './recorder.ts'
import { auctionTallies, createSponsorship, type SponsorshipDeps } from './sponsorship.ts'

const database = await useDatabase()
const noon = new Date('2026-03-02T12:00:00Z')
const now = () => noon
const log = pino({ level: 'silent' })
const deadlineMs = 30
const supplierId = await aCompany(database, { supplier: true })
await sql`
  insert into ads.campaigns (company_id, id, version, name, state, currency, budget_minor, bid_minor, keywords,
    category_ids, countries, product_ids, time_zone, created_at, changed_by, changed_at)
  values (${supplierId}, ${newId('cmp', noon)}, 1, 'Spring', 'ACTIVE', 'EUR', 1000, 10, '{}', '{}', '{}', '{prd_1}',
    'UTC', ${noon}, 'usr_1', ${noon})
`.execute(database.pool)
const index = closeAtEnd(
  createCampaignIndex({
    conn: database.pool,
    wake: createWake(createMemoryCache(now)),
    now,
    currency: 'EUR',
  }),
)
await index.ready()

const request = { actor: buyer, placement: 'test', slots: 1, query: 'bolt', country: undefined }
const organic = {
  hits: [{ id: 'prd_1', key: '1' }] as never,
  hasWords: true,
  categoryId: undefined,
}
/** A product that a buyer could order now, as far as an auction looks at it. */
const product = {
  state: 'ACTIVE',
  availability: { available: 9_000n },
  pricing: { moq: 1_000n, multiple: 1_000n },
}
const products = new Map([['prd_1', product]]) as never

function aSponsorship(over: Partial<SponsorshipDeps> = {}) {
  const metrics = createMetrics()
  const recorder = createRecorder({ conn: database.pool, log, metrics })
  const sponsorship = createSponsorship({
    index,
    tokens: createClickTokens(sealKeysFrom({ fallbackSecret: 'the secret of these tests' })),
    recorder,
    ask: async () => ({ hidden: new Set(), capped: new Set() }),
    noteShown: () => undefined,
    countryOf: async () => 'DE',
    tallies: { add: () => undefined },
    metrics,
    log,
    now,
    baseUrl: 'http://127.0.0.1:3000',
    currency: 'EUR',
    reserveMinor: 1,
    deadlineMs: 60_000,
    ...over,
  })
  const places = async () => {
    const propose = await sponsorship.open(request)
    return (await propose?.(organic)?.award(products, 1)) ?? []
  }
  const outcomes = async () =>
    [...(await metrics.text()).matchAll(/^ads_auctions_total\{outcome="(\w+)"\} (\d+)/gm)].map(
      ([, outcome, count]) => [outcome, Number(count)],
    )
  return { places, outcomes }
}

const never = () => new Promise<never>(() => undefined)

it('sells a place within the deadline', async () => {
  const { places, outcomes } = aSponsorship()
  expect(await places()).toMatchObject([{ position: 0, why: 'product' }])
  expect(await outcomes()).toEqual([['sold', 1]])
})

it.each<[string, Partial<SponsorshipDeps>]>([
  ['the list of campaigns hangs', { index: { ...index, ready: never } }],
  ['the country of the company hangs', { countryOf: never }],
  ['the controls of the viewer hang', { ask: never }],
  ['the candidates take too long', { index: { ...index, match: slowly(index.match) } }],
])('leaves the places out after the deadline when %s', async (_what, over) => {
  const { places, outcomes } = aSponsorship({ deadlineMs, ...over })
  expect(await places()).toEqual([])
  expect(await outcomes()).toEqual([['late', 1]])
})

it('leaves the places out while another transaction holds the table of the campaigns', async () => {
  const hanging = createCampaignIndex({
    conn: database.pool,
    wake: createWake(createMemoryCache(now)),
    now,
    currency: 'EUR',
  })
  const { places, outcomes } = aSponsorship({ deadlineMs, index: hanging })
  const [isLocked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.transaction(async (tx) => {
    await sql`/* across companies (company_id) */ lock table ads.campaigns in access exclusive mode`.execute(
      tx,
    )
    isLocked.resolve()
    await mayEnd.promise
  })
  await isLocked.promise
  expect(await places()).toEqual([])
  expect(await outcomes()).toEqual([['late', 1]])
  mayEnd.resolve()
  await holding
  hanging.close()
})

/** Takes longer than the deadline, without giving up the processor. */
function slowly<Given extends unknown[], Result>(work: (...given: Given) => Result) {
  return (...given: Given): Result => {
    const until = performance.now() + 2 * deadlineMs
    while (performance.now() < until);
    return work(...given)
  }
}

it.each([
  ['the country of the company', { countryOf: never }],
  ['the controls of the viewer', { ask: never }],
])('counts an auction that waited too long for %s in the average latency', async (_, slow) => {
  const counted: [string, number][] = []
  const add = (name: string, value = 1) => void counted.push([name, value])
  const { places, outcomes } = aSponsorship({ ...slow, deadlineMs, tallies: { add } })

  expect(await places()).toEqual([])

  expect(await outcomes()).toEqual([['late', 1]])
  const totals = counted.filter(([name]) => name === auctionTallies.total)
  expect(totals).toEqual([[auctionTallies.total, expect.any(Number)]])
  // A timer fires a little before the clock of the measurement says so.
  expect(totals[0]?.[1]).toBeGreaterThan(deadlineMs / 2)
})
