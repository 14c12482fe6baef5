import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startLocalPostgres } from '../server/src/platform/db/index.ts'
import { startRedisServer } from '../server/test/harness/redis-process.ts'
import { findRedis } from '../server/test/harness/tools.ts'
import { type Access, accessOf } from './lib/access.ts'
import { type Disconnects, forcedDisconnects } from './lib/disconnects.ts'
import { type IdleStreams, idleStreams } from './lib/idle-streams.ts'
import { round } from './lib/measuring/measure.ts'
import { openStream } from './lib/open-stream.ts'
import { answerOf } from './lib/partner-app.ts'
import { type Served, startProduct, startScript } from './lib/processes.ts'
import { benchSecrets } from './lib/secrets.ts'

export type StreamsReadings = {
  /** From the request to the first event with products. */
  readonly firstProductsMs: Percentiles & { readonly searches: number }
  readonly idle: readonly IdleStreams[]
  readonly disconnects: Disconnects
  /** The longest silence in each stream while Redis was killed, and how many events were lost. */
  readonly redisKilled: { readonly longestSilenceMs: readonly number[]; readonly lost: number }
}

type Percentiles = { readonly p50: number; readonly p95: number; readonly p99: number }

type Parts = {
  readonly api: Served
  readonly databaseUrl: string
  readonly headers: Readonly<Record<string, string>>
  killRedis(): Promise<void>
  reviveRedis(): Promise<void>
}

const streamsMax = 5_000
const disconnectsMin = 1_000
const kills = 3

/** An API process and a worker process, as in a deployment, with PostgreSQL and Redis between them. */
export async function streams(seconds: number): Promise<StreamsReadings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const quiet = { info: () => undefined, warn: console.error }
  const postgres = await startLocalPostgres({ dataDir, log: quiet })
  const program = findRedis()
  if (!program) throw new Error('no redis-server was found: set TEST_REDIS_SERVER')
  let redis = await startRedisServer(program, dataDir)
  const env = {
    DOCUMENT_DB_URL: postgres.url,
    CACHE_URL: redis.url,
    ...benchSecrets(),
    CATALOG_STREAMS_PER_CREDENTIAL: '100000',
    CATALOG_STREAMS_MAX: '100000',
  }
  const undo: (() => Promise<void>)[] = [() => postgres.stop(), () => redis.stop()]
  try {
    const apiDir = join(dataDir, 'api')
    const api = await startProduct({ ...env, PURVEYOR_ROLES: 'api' }, apiDir)
    undo.push(() => api.stop())
    const access: Access = await accessOf(apiDir)
    const workerDir = join(dataDir, 'worker')
    const worker = await startProduct({ ...env, PURVEYOR_ROLES: 'worker' }, workerDir)
    undo.push(() => worker.stop())
    const parts = {
      api,
      databaseUrl: postgres.url,
      headers: { 'x-api-key': access.apiKey },
      killRedis: () => redis.stop(),
      reviveRedis: async () => {
        redis = await startRedisServer(program, dataDir, redis.port)
      },
    }
    const readings = await measured(parts, seconds)
    // A process that did nothing else has no spare memory that would hide the memory of streams.
    await api.stop()
    const fresh = await startProduct({ ...env, PURVEYOR_ROLES: 'api' }, apiDir)
    undo.push(() => fresh.stop())
    return { ...readings, idle: await idle({ ...parts, api: fresh }) }
  } finally {
    for (const step of undo.reverse()) await step().catch(() => undefined)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measured(parts: Parts, seconds: number): Promise<Omit<StreamsReadings, 'idle'>> {
  const firstProductsMs = await firstProducts(parts, seconds * 40)
  const begun = () => begin(parts)
  const disconnects = await forcedDisconnects(begun, parts.headers, disconnectsMin)
  return { firstProductsMs, disconnects, redisKilled: await killedRedis(parts) }
}

async function idle(parts: Parts): Promise<IdleStreams[]> {
  const bare = await startScript('floors/bare-streams.ts', [])
  const floorUrls = Array.from({ length: streamsMax }, () => `${bare.baseUrl}/stream`)
  const floor = await idleStreams('bare Fastify', bare.pid, floorUrls)
  await bare.stop()
  const urls = await runningSearches(parts)
  return [floor, await idleStreams('search streams', parts.api.pid, urls, parts.headers)]
}

/** Searches for two words from the names of many products, four at a time. */
async function firstProducts({ api, headers }: Parts, searches: number) {
  const queries: string[] = []
  let cursor = ''
  while (queries.length < searches) {
    const page = await fetch(`${api.baseUrl}/api/v1/products?limit=100${cursor}`, { headers })
    const { data, meta } = (await page.json()) as {
      data: { name: string }[]
      meta: { nextCursor?: string }
    }
    queries.push(...data.map(({ name }) => name.split(' ').slice(0, 2).join(' ')))
    cursor = `&cursor=${meta.nextCursor}`
  }
  const took: number[] = []
  const waiting = queries.slice(0, searches)
  const asker = async () => {
    for (let q = waiting.pop(); q; q = waiting.pop()) {
      const begun = performance.now()
      const stream = openStream(
        `${api.baseUrl}/api/v1/products/stream?limit=20&q=${encodeURIComponent(q)}`,
        {
          headers,
          onEvent: ({ kind }) => {
            if (kind === 'products') took.push(performance.now() - begun)
          },
        },
      )
      await stream.ended
    }
  }
  await Promise.all(Array.from({ length: 4 }, asker))
  took.sort((one, other) => one - other)
  const at = (share: number) => round(took[Math.floor(took.length * share)] ?? Number.NaN)
  return { searches: took.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** A search with a thousand products. */
async function begin({ api, headers }: Parts): Promise<string> {
  const response = await fetch(`${api.baseUrl}/api/v1/searches`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ limit: 1_000 }),
  })
  const { id } = (await answerOf(response, 202)).data as { id: string }
  return `${api.baseUrl}/api/v1/searches/${id}/stream`
}

async function killedRedis(parts: Parts): Promise<StreamsReadings['redisKilled']> {
  const longestSilenceMs: number[] = []
  let lost = 0
  for (let turn = 0; turn < kills; turn += 1) {
    const url = await begin(parts)
    const numbers: number[] = []
    let longest = 0
    let lastAt = performance.now()
    let killing: Promise<void> | undefined
    await openStream(url, {
      headers: parts.headers,
      onEvent: ({ number }) => {
        numbers.push(number)
        const at = performance.now()
        if (killing) longest = Math.max(longest, at - lastAt)
        lastAt = at
        if (number >= 10) killing ??= parts.killRedis()
      },
    }).ended
    await killing
    longestSilenceMs.push(Math.round(longest))
    lost += (numbers.at(-1) ?? 0) - numbers.length
    await parts.reviveRedis()
    // Waits until both processes have reconnected.
    await wait(4_000)
  }
  return { longestSilenceMs, lost }
}

/** Searches that run and find nothing: their rows are due in an hour. Five streams follow each. */
async function runningSearches(parts: Parts): Promise<string[]> {
  const { api, databaseUrl } = parts
  const begun = await begin(parts)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `with template as (
       select * from search.searches where id = $1
     ), made as (
       insert into search.searches (company_id, id, owner_id, state, request, sources, last_event, products,
         created_at, deadline_at, available_at, attempts)
       select company_id, 'srch_' || lpad(place::text, 26, '0'), owner_id, 'RUNNING', request, '{}', 1, 0,
         created_at, now() + interval '1 hour', now() + interval '1 hour', 0
       from template, generate_series(1, 1000) place
       returning company_id, id
     )
     insert into search.events (company_id, search_id, event, kind, products, data)
     select company_id, id, 1, 'search.started', 0, '{}' from made returning search_id as id`,
    [new URL(begun).pathname.split('/').at(-2)],
  )
  await client.end()
  return Array.from(
    { length: streamsMax },
    (_unused, at) => `${api.baseUrl}/api/v1/searches/${rows[at % rows.length]?.id}/stream`,
  )
}
