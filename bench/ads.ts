import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Bidder, runAuction } from '../server/src/modules/catalogue/ads/auction/auction.ts'
import { snapshotOf } from '../server/src/modules/catalogue/ads/auction/snapshot.ts'
import { startLocalPostgres } from '../server/src/platform/db/index.ts'
import { type Measured, measure, round } from './lib/measuring/measure.ts'
import { type Served, startProduct } from './lib/processes.ts'
import { benchSecrets } from './lib/secrets.ts'

export type AdsReadings = {
  /** In this process, on one core: auction and record over 1,000 candidates of 200 suppliers, for 4 places. */
  readonly auction: { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number }
  /** The same search without and with a sponsored place. */
  readonly searches: readonly Measured[]
  /** Requests per second with a place, as a share of those without. Target: 0.85. */
  readonly ofWithout: number
  /** A link that was opened 1,000 times, and how often it was charged. */
  readonly replays: {
    readonly requests: number
    readonly redirected: number
    readonly charged: number
  }
}

const candidates = 1_000
const connections = 20
const replays = 1_000
const query = '/api/v1/products?q=cat6+patch+cable+blue'

/** Sponsored places: the auction alone, what they cost a search, and one charge for a link. */
export async function ads(seconds: number): Promise<AdsReadings> {
  const auction = measureAuctions(seconds)
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const log = { info: () => undefined, warn: console.error }
  const postgres = await startLocalPostgres({ dataDir, log, settings: {} })
  const cacheUrl = process.env.CACHE_URL ?? 'memory:'
  const env = { DOCUMENT_DB_URL: postgres.url, CACHE_URL: cacheUrl, ...benchSecrets() }
  try {
    const service = await startProduct(env, dataDir)
    try {
      return { auction, ...(await measureService(service, dataDir, seconds)) }
    } finally {
      await service.stop()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function measureAuctions(seconds: number): AdsReadings['auction'] {
  const bidders = Array.from({ length: candidates }, (_, number): Bidder => {
    // Spread without a pattern, and the same in every run.
    const spread = (number * 7_919) % candidates
    return {
      campaignId: `cmp_${number}`,
      supplierId: `co_${number % 200}`,
      productId: `prd_${spread}`,
      bidMinor: 10 + spread,
      quality: 50_000 + ((number * 104_729) % 950_000),
    }
  })
  const input = { reserveMinor: 1, slots: 4, bidders }
  const taken: number[] = []
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    const startedAt = performance.now()
    snapshotOf(input, runAuction(input), 'EUR')
    taken.push(performance.now() - startedAt)
  }
  taken.sort((one, other) => one - other)
  const at = (share: number) => round(taken[Math.floor(taken.length * share)] ?? 0)
  return { perSecond: Math.round(taken.length / seconds), p50Ms: at(0.5), p99Ms: at(0.99) }
}

async function measureService(
  { baseUrl, pid }: Served,
  dataDir: string,
  seconds: number,
): Promise<Omit<AdsReadings, 'auction'>> {
  const { apiKey, operator } = await accessOf(dataDir)
  const headers = { 'x-api-key': apiKey }
  const clickUrl = await untilSponsored(`${baseUrl}${query}`, headers)
  const load = { url: baseUrl, pid, headers, connections }
  const at = (name: string, path: string) =>
    measure({ ...load, name, url: `${baseUrl}${path}` }, seconds)
  const without = await at('a search without sponsored places', `${query}&sponsored=0`)
  const withPlace = await at('the same with a sponsored place', query)
  return {
    searches: [without, withPlace],
    ofWithout: round(withPlace.requestsPerSecond / without.requestsPerSecond),
    replays: await replay(baseUrl, clickUrl, operator),
  }
}

async function replay(baseUrl: string, clickUrl: string, operator: object) {
  const statuses: number[] = []
  for (let sent = 0; sent < replays; sent += connections) {
    const batch = Array.from({ length: connections }, (_, number) =>
      fetch(clickUrl, {
        redirect: 'manual',
        // A person at many addresses: the limit of requests is for each address.
        headers: {
          'user-agent': 'Mozilla/5.0',
          'x-forwarded-for': `10.0.${number}.${sent / connections}`,
        },
      }),
    )
    for (const { status } of await Promise.all(batch)) statuses.push(status)
  }
  const charged = await chargedClicks(baseUrl, operator)
  return {
    requests: statuses.length,
    redirected: statuses.filter((status) => status === 302).length,
    charged,
  }
}

async function chargedClicks(baseUrl: string, operator: object): Promise<number> {
  const signIn = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(operator),
  })
  const { data } = (await signIn.json()) as { data: { accessToken: string } }
  const report = await fetch(`${baseUrl}/api/v1/ads/report`, {
    headers: { authorization: `Bearer ${data.accessToken}` },
  })
  const days = ((await report.json()) as { data: { charged: number }[] }).data
  return days.reduce((sum, { charged }) => sum + charged, 0)
}

async function untilSponsored(url: string, headers: Record<string, string>): Promise<string> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const answer = (await (await fetch(url, { headers })).json()) as {
      meta: { sponsored?: { clickUrl: string }[] }
    }
    const [place] = answer.meta.sponsored ?? []
    if (place) return place.clickUrl
    if (performance.now() > deadline) throw new Error('no place was sold')
    await wait(200)
  }
}

type Access = { readonly apiKey: string; readonly operator: object }

async function accessOf(dataDir: string): Promise<Access> {
  const deadline = performance.now() + 300_000
  for (;;) {
    const text = await readFile(join(dataDir, 'local-access.json'), 'utf8').catch(() => undefined)
    if (text) return JSON.parse(text) as Access
    if (performance.now() > deadline) throw new Error('nobody was seeded')
    await wait(100)
  }
}
