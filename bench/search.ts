import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startLocalPostgres } from '../server/src/platform/db/index.ts'
import { type Load, type Measured, measure, round } from './lib/measuring/measure.ts'
import { type Served, startProduct, startScript } from './lib/processes.ts'
import { type MixedQuery, mixedQueries, type QueryKind } from './lib/search-queries.ts'
import { statementsOf } from './lib/search-statements.ts'
import { benchSecrets } from './lib/secrets.ts'
import { type Enlarged, enlargeCatalog } from './lib/stages/enlarge-catalog.ts'

type Each = Readonly<Record<QueryKind, { readonly p50: number; readonly p95: number }>>

export type SearchReadings = {
  readonly enlarged: Enlarged | undefined
  /** Over 50 connections. */
  readonly requests: readonly Measured[]
  /**
   * Requests per second of the service as a share of the floor. `mixedQueries`: against all statements of the same
   * queries, which repeat, and which the service caches. `newQueries`: queries with a new price bound, against their
   * statements. `knownQueries`: as the first, against only the statement that reads the page.
   */
  readonly ofTheFloor: {
    readonly mixedQueries: number
    readonly newQueries: number
    readonly knownQueries: number
  }
  /**
   * One connection, every query once and never cached: by a service and a PostgreSQL that were just started (the
   * first round, which plans the statements and fills PostgreSQL's memory), and by a service that has answered each
   * query once.
   */
  readonly eachJustStarted: Each
  readonly each: Each
  /**
   * Resident memory of the one process: idle before the run, and the maximum. Undefined if the system does not report
   * it.
   */
  readonly memoryMegabytes: { readonly idle: number | undefined; readonly most: number | undefined }
}

const connections = 50

type Headers = Readonly<Record<string, string>>
type Paths = () => { path: string }[]

/**
 * 200 mixed queries over the sample catalogue, or over this many products, compared with the same statements by bare
 * `pg`.
 */
export async function search(seconds: number, products: number): Promise<SearchReadings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const postgres = process.env.DOCUMENT_DB_URL
    ? undefined
    : await startLocalPostgres({
        dataDir,
        log: { info: () => undefined, warn: console.error },
        // A million products write some 10 GB of WAL.
        settings: products > 0 ? { max_wal_size: '8GB' } : {},
      })
  const databaseUrl = process.env.DOCUMENT_DB_URL ?? postgres?.url ?? ''
  const env = {
    DOCUMENT_DB_URL: databaseUrl,
    CACHE_URL: process.env.CACHE_URL ?? 'memory:',
    ...benchSecrets(),
  }
  try {
    const seeding = await startProduct(env, dataDir)
    const apiKey = await apiKeyOf(dataDir)
    await seeding.stop()
    const enlarged = products > 0 ? await enlargeCatalog(databaseUrl, products) : undefined
    const service = await startProduct(env, dataDir)
    try {
      return { enlarged, ...(await measured(service, databaseUrl, dataDir, apiKey, seconds)) }
    } finally {
      await service.stop()
    }
  } finally {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measured(
  { baseUrl, pid }: Served,
  databaseUrl: string,
  dataDir: string,
  apiKey: string,
  seconds: number,
): Promise<Omit<SearchReadings, 'enlarged'>> {
  const headers = { 'x-api-key': apiKey }
  const queries = await mixedQueries()
  await get(baseUrl, queries[0]?.path ?? '', headers)
  const idle = await memoryOf(pid, 'VmRSS')
  const eachJustStarted = await oneByOne(baseUrl, databaseUrl, queries, headers)
  const each = await oneByOne(baseUrl, databaseUrl, queries, headers)
  const floor = await startFloor(databaseUrl, dataDir, queries)
  try {
    return {
      ...(await measuredAtOnce({ baseUrl, pid }, floor, queries, headers, seconds)),
      eachJustStarted,
      each,
      memoryMegabytes: { idle, most: await memoryOf(pid, 'VmHWM') },
    }
  } finally {
    await floor.stop()
  }
}

/**
 * Executes the statements of the same queries by bare `pg`: those of the known queries first, then those of new ones.
 */
async function startFloor(
  databaseUrl: string,
  dataDir: string,
  queries: readonly MixedQuery[],
): Promise<Served> {
  const recording = join(dataDir, 'statements.json')
  const all = [...queries, ...queries.map((query) => ({ ...query, ...anew(query) }))]
  await writeFile(recording, JSON.stringify(await statementsOf(databaseUrl, all)))
  return startScript('floors/search-floor.ts', [databaseUrl, recording])
}

/** With all connections: the service, then the floor. */
async function measuredAtOnce(
  service: Pick<Served, 'baseUrl' | 'pid'>,
  floor: Pick<Served, 'baseUrl' | 'pid'>,
  queries: readonly MixedQuery[],
  headers: Headers,
  seconds: number,
): Promise<Pick<SearchReadings, 'requests' | 'ofTheFloor'>> {
  const at = (name: string, { baseUrl, pid }: typeof service, paths: Paths, more: Headers = {}) => {
    const sent = { ...headers, ...more }
    const setupClient = eachFromElsewhere(paths, sent)
    return measure({ name, url: baseUrl, pid, headers: sent, connections, setupClient }, seconds)
  }
  const mixed = queries.map(({ path }) => ({ path }))
  const priced = queries
    .filter(({ kind }) => kind === 'with a price filter')
    .map(({ path }) => ({ path }))
  const product = { path: `/api/v1/products/${await firstId(service.baseUrl, headers)}` }
  const numbered = (route: string, from = 0) =>
    queries.map((_, number) => ({ path: `/${route}/${from + number}` }))
  const requests = [
    await at('200 mixed queries', service, () => mixed),
    await at('never the same twice', service, () => queries.map(anew)),
    await at('with a price filter', service, () => priced),
    await at('product by id', service, () => [product]),
    await at('floor: all statements', floor, () => numbered('all')),
    await at('floor: all statements, never the same twice', floor, () =>
      numbered('all', queries.length),
    ),
    await at('floor: the page only', floor, () => numbered('page')),
    ...(await compressed(at, service)),
  ]
  const [known = 0, fresh = 0, , , all = 1, allAnew = 1, page = 1] = requests.map(
    (one) => one.requestsPerSecond,
  )
  return {
    requests,
    ofTheFloor: {
      mixedQueries: round(known / all),
      newQueries: round(fresh / allAnew),
      knownQueries: round(known / page),
    },
  }
}

/** What compression costs: a list without words, which is compressed for clients that accept it. */
async function compressed<At>(
  at: (name: string, service: At, paths: Paths, more?: Headers) => Promise<Measured>,
  service: At,
): Promise<Measured[]> {
  const list = () => [{ path: '/api/v1/products?limit=20' }]
  const runs: Measured[] = []
  for (const coding of ['identity', 'gzip', 'br']) {
    runs.push(await at(`a list, ${coding}`, service, list, { 'accept-encoding': coding }))
  }
  return runs
}

/** Each connection starts at another query: if all started at the same one, one answer would serve them all. */
function eachFromElsewhere(paths: Paths, headers: Headers): NonNullable<Load['setupClient']> {
  let opened = 0
  return (client) => {
    const all = paths()
    const from = (opened * 37) % all.length
    opened += 1
    client.setRequests(
      [...all.slice(from), ...all.slice(0, from)].map((one) => ({ ...one, headers })),
    )
  }
}

/** An unused price bound makes a query new, without a change of its answer. */
let priceBounds = 0
const anew = ({ path }: MixedQuery): { path: string } => {
  priceBounds += 1
  return {
    path: path.includes('maxPrice')
      ? path.replace('maxPrice=200', `maxPrice=200.0000${priceBounds}`)
      : `${path}&maxPrice=99999.${priceBounds}`,
  }
}
async function oneByOne(
  baseUrl: string,
  databaseUrl: string,
  queries: readonly MixedQuery[],
  headers: Headers,
): Promise<Each> {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const took = new Map<QueryKind, number[]>()
  for (const query of queries) {
    // As after a change of a document: earlier results are no longer valid.
    await database.query(`insert into products.changes (what) values ('documents')`)
    const started = performance.now()
    await get(baseUrl, query.path, headers)
    const times = took.get(query.kind) ?? []
    times.push(performance.now() - started)
    took.set(query.kind, times)
  }
  await database.end()
  return Object.fromEntries(
    [...took].map(([kind, times]) => {
      times.sort((one, other) => one - other)
      const at = (share: number) => round(times[Math.floor(times.length * share)] ?? 0)
      return [kind, { p50: at(0.5), p95: at(0.95) }]
    }),
  ) as Each
}

async function get(baseUrl: string, path: string, headers: Headers): Promise<unknown> {
  const response = await fetch(baseUrl + path, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

async function firstId(baseUrl: string, headers: Headers): Promise<string> {
  const { data } = (await get(baseUrl, '/api/v1/products?limit=1', headers)) as {
    data: { id: string }[]
  }
  return data[0]?.id ?? ''
}

async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1]
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
}

/** The process writes this file once its sample companies exist, which is shortly after it answers. */
async function apiKeyOf(dataDir: string): Promise<string> {
  const deadline = performance.now() + 300_000
  for (;;) {
    const text = await readFile(join(dataDir, 'local-access.json'), 'utf8').catch(() => undefined)
    if (text) return (JSON.parse(text) as { apiKey: string }).apiKey
    if (performance.now() > deadline) throw new Error('nobody was seeded')
    await wait(100)
  }
}
