import { randomBytes } from 'node:crypto'
import { newId } from '../server/src/kernel/id.ts'
import { deliveryQueue } from '../server/src/modules/connections/webhooks/deliveries/delivery.ts'
import { sql } from '../server/src/platform/db/index.ts'
import {
  type Claimer,
  createClaimer,
  finish,
  type Lease,
  leaseFor,
  type RowKey,
} from '../server/src/platform/leases/index.ts'
import { emit } from '../server/src/platform/outbox/index.ts'
import { openStage, Placed, pagesSoFar, quantile, type Stage } from './lib/stages/events-stage.ts'

export type OutboxReadings = {
  /** An order's row and its event, one transaction each, over this many connections. */
  readonly enqueue: { readonly perSecond: number; readonly atOnce: number; readonly p99Ms: number }
  readonly claims: {
    readonly bursts: number
    readonly rowsEach: number
    /**
     * Batches of 100 on two connections: how many rows per second are claimed, and how many of those are then
     * finished.
     */
    readonly claimedPerSecond: Spread
    readonly finishedPerSecond: Spread
    /** For one claimed batch in the slowest burst: a change of the plan shows here. */
    readonly batchMs: { readonly p50: number; readonly p99: number; readonly max: number }
    readonly cliff: Cliff
    /** Processor time of this process per thousand rows that are claimed and finished, without PostgreSQL's. */
    readonly cpuMsPerThousand: number
  }
}

type Cliff = {
  /**
   * How many pages PostgreSQL reads per claimed row. A bad plan reads the backlog for each batch: a hundred times as
   * much. Unlike a rate, this does not change with checkpoints and other load on the machine.
   */
  readonly pagesPerRow: { readonly median: number; readonly most: number } | undefined
  /** No burst has read more than twice the median. */
  readonly isNone: boolean | undefined
  readonly slowestBurstOverMedian: number
}

type Spread = { readonly median: number; readonly slowest: number }

const atOnce = 32
const rowsEach = 28_000
const batchMax = 100

/** Enqueues for this many seconds, and claims one cold burst of 28,000 rows for each second. */
export async function outbox(seconds: number): Promise<OutboxReadings> {
  const stage = await openStage(atOnce + 4)
  try {
    const enqueue = await enqueueing(stage, seconds)
    const bursts = Math.min(50, seconds)
    const measured: Burst[] = []
    await anEndpoint(stage)
    const claim = createClaimer(deliveryQueue)
    const cpuBefore = process.cpuUsage()
    for (let n = 0; n < bursts; n += 1) measured.push(await burst(stage, claim))
    const cpu = process.cpuUsage(cpuBefore)
    const slowest = measured.reduce((worst, one) => (one.claimed < worst.claimed ? one : worst))
    return {
      enqueue,
      claims: {
        bursts,
        rowsEach,
        claimedPerSecond: spreadOf(measured.map(({ claimed }) => claimed)),
        finishedPerSecond: spreadOf(measured.map(({ finished }) => finished)),
        batchMs: spreadOfBatches(slowest.took),
        cliff: cliffIn(measured),
        cpuMsPerThousand: Math.round((cpu.user + cpu.system) / (bursts * rowsEach)),
      },
    }
  } finally {
    await stage.close()
  }
}

async function enqueueing({ database }: Stage, seconds: number) {
  await sql`create table if not exists public.bench_orders (id text primary key, total text not null)`.execute(
    database.pool,
  )
  const until = performance.now() + seconds * 1_000
  const took: number[] = []
  const place = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const now = new Date()
      const id = newId('ord', now)
      await database.transaction(async (tx) => {
        await sql`insert into public.bench_orders values (${id}, '12.50')`.execute(tx)
        await emit(tx, Placed, {
          companyId: 'co_bench',
          entityId: id,
          entityVersion: 1,
          data: { reference: 'x'.repeat(350) },
          occurredAt: now,
        })
      })
      took.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, place))
  took.sort((a, b) => a - b)
  return { perSecond: Math.round(took.length / seconds), atOnce, p99Ms: quantile(took, 0.99) }
}

function spreadOf(rates: readonly number[]): Spread {
  const sorted = [...rates].sort((a, b) => a - b)
  return { median: Math.round(quantile(sorted, 0.5)), slowest: Math.round(sorted[0] ?? 0) }
}

type Burst = {
  readonly claimed: number
  readonly finished: number
  /** Milliseconds per claimed batch, shortest first. */
  readonly took: readonly number[]
  /** For the claims. Undefined if the server does not count. */
  readonly pagesPerRow: number | undefined
}

function spreadOfBatches(took: readonly number[]) {
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), max: quantile(took, 1) }
}

function cliffIn(bursts: readonly Burst[]): Cliff {
  const rates = bursts.map(({ claimed }) => claimed)
  const pages = bursts.flatMap(({ pagesPerRow }) => pagesPerRow ?? []).sort((a, b) => a - b)
  const median = quantile(pages, 0.5)
  const most = quantile(pages, 1)
  const isCounted = pages.length === bursts.length
  return {
    pagesPerRow: isCounted ? { median, most } : undefined,
    isNone: isCounted ? most < 2 * median : undefined,
    slowestBurstOverMedian: Math.round((Math.min(...rates) / spreadOf(rates).median) * 100) / 100,
  }
}

type Batch = { readonly lease: Lease; readonly rows: readonly RowKey[] }

/** The statistics do not know these rows: they come at once, and nobody runs ANALYZE. */
async function burst(stage: Stage, claim: Claimer): Promise<Burst> {
  const { database } = stage
  const base = newId('dlv', new Date()).slice(0, 14)
  const salt = randomBytes(8).toString('hex')
  await sql`
    insert into webhooks.deliveries
      (company_id, id, endpoint_id, event_id, event_type, event_at, state, available_at, created_at)
    select 'co_bench', ${base} || left(md5(${salt} || n::text), 16), 'whk_bench', 'evt_bench', 'order.created',
           now(), 'PENDING', now(), now()
    from generate_series(1, ${rowsEach}) n
  `.execute(database.pool)

  const took: number[] = []
  const batches: Batch[] = []
  const claiming = async () => {
    for (;;) {
      const from = performance.now()
      const now = new Date(Date.now() + 1_000)
      const lease = leaseFor(deliveryQueue, now)
      const rows = await database.transaction((tx) => claim<RowKey>(tx, lease, now, batchMax))
      if (rows.length === 0) return
      batches.push({ lease, rows })
      took.push(performance.now() - from)
    }
  }
  const finishing = async () => {
    for (let next = batches.pop(); next; next = batches.pop()) {
      const outcome = { state: 'SUCCEEDED', set: { finished_at: new Date() } }
      await finish(database.pool, deliveryQueue, next.lease, next.rows, outcome)
    }
  }
  const before = await pagesSoFar(stage)
  const claimMs = await timed(() => Promise.all([claiming(), claiming()]))
  const after = await pagesSoFar(stage)
  const claimed = batches.reduce((sum, { rows }) => sum + rows.length, 0)
  if (claimed !== rowsEach) throw new Error(`${claimed} of ${rowsEach} rows were claimed`)
  const finishMs = await timed(() => Promise.all([finishing(), finishing()]))
  took.sort((a, b) => a - b)
  const perSecond = (ms: number) => (rowsEach * 1_000) / ms
  return {
    claimed: perSecond(claimMs),
    finished: perSecond(finishMs),
    took,
    pagesPerRow:
      before === undefined || after === undefined ? undefined : (after - before) / rowsEach,
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function anEndpoint({ database }: Stage): Promise<void> {
  await sql`
    insert into webhooks.endpoints
      (company_id, id, name, url, events, state, secret_sealed, created_at, updated_at, enabled_at)
    values ('co_bench', 'whk_bench', 'bench', 'http://127.0.0.1:9', '{*}', 'ACTIVE', 'x', now(), now(), now())
    on conflict do nothing
  `.execute(database.pool)
}
