import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Value } from 'typebox/value'
import type { Actor } from '../server/src/kernel/actor.ts'
import { createIncidents } from '../server/src/modules/base/incidents/index.ts'
import {
  createWebhooks,
  type Webhooks,
  webhooksSettings,
} from '../server/src/modules/connections/webhooks/index.ts'
import { createMemoryCache } from '../server/src/platform/cache/index.ts'
import { createOutbound } from '../server/src/platform/net/index.ts'
import { createDispatcher, type EventKind, emitAll } from '../server/src/platform/outbox/index.ts'
import { createSeal } from '../server/src/platform/seal/index.ts'
import { createMetrics } from '../server/src/platform/telemetry/index.ts'
import { createWake } from '../server/src/platform/wake/index.ts'
import {
  benchCompany,
  openStage,
  Placed,
  quantile,
  type Stage,
  silent,
  statementsSoFar,
} from './lib/stages/events-stage.ts'

export type WebhooksReadings = {
  readonly offeredPerSecond: number
  readonly endpoints: number
  /** From the event's commit to its arrival, at the healthy receivers. */
  readonly allWell: Run
  /** One receiver does not listen, and one takes two seconds. */
  readonly twoBad: Run
  /**
   * How much the bad receivers change the p99 of the healthy ones: the median of several pairs of shorter runs, in
   * turn.
   */
  readonly healthyP99MovedPercent: number
  readonly pairs: readonly { readonly wellP99Ms: number; readonly badP99Ms: number }[]
  readonly throttle: {
    readonly maxPerSecond: number
    readonly measuredPerSecond: number
    readonly overshootPercent: number
  }
}

type Run = {
  readonly delivered: number
  readonly lost: number
  readonly meanMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly statementsPerEvent: number | undefined
}

const offered = 1_000
const endpoints = 100
/** One does not listen, and one takes two seconds. */
const badOnes = 2
const pairsOfRuns = 5
const tickMs = 20
const throttledPerSecond = 100

/**
 * An event log, a dispatcher and a worker in this process, receivers in a thread, and 1,000 events a second for this
 * many seconds.
 */
export async function webhooks(seconds: number): Promise<WebhooksReadings> {
  const stage = await openStage(20)
  const receivers = new Worker(new URL('lib/receivers.ts', import.meta.url))
  const [{ port }] = (await once(receivers, 'message')) as [{ port: number }]
  const service = open(stage)
  try {
    const at = (path: string) => `http://127.0.0.1:${port}/${path}`
    const well = await subscribe(service, (n) => at(`well/${n}`))
    const amongWell = (lasting: number) => offer(stage, receivers, well, 0, lasting)
    await amongWell(1)
    const allWell = await amongWell(seconds)
    const bad = await subscribe(service, (n) =>
      n === 0 ? 'http://127.0.0.1:9/dead' : n === 1 ? at('slow') : at(`well/${n}`),
    )
    const amongBad = (lasting: number) => offer(stage, receivers, bad, badOnes, lasting)
    const twoBad = await amongBad(seconds)
    const pairs = []
    for (let pair = 0; pair < pairsOfRuns; pair += 1) {
      const lasting = Math.max(2, seconds / 10)
      const first = await (pair % 2 === 0 ? amongWell : amongBad)(lasting)
      const second = await (pair % 2 === 0 ? amongBad : amongWell)(lasting)
      const [withWell, withBad] = pair % 2 === 0 ? [first, second] : [second, first]
      pairs.push({ wellP99Ms: withWell.p99Ms, badP99Ms: withBad.p99Ms })
    }
    const moved = pairs.map(({ wellP99Ms, badP99Ms }) => (badP99Ms / wellP99Ms - 1) * 100)
    return {
      offeredPerSecond: offered,
      endpoints,
      allWell,
      twoBad,
      healthyP99MovedPercent: quantile(
        moved.sort((one, other) => one - other),
        0.5,
      ),
      pairs,
      throttle: await throttled(stage, service, receivers, at('throttled'), seconds),
    }
  } finally {
    await service.close()
    await receivers.terminate()
    await stage.close()
  }
}

type Service = { readonly webhooks: Webhooks; close(): Promise<void> }

function open({ database }: Stage): Service {
  const now = () => new Date()
  const wake = createWake(createMemoryCache(now))
  const outbound = createOutbound({ allowPrivate: true, userAgent: 'Purveyor' })
  const made = createWebhooks({
    database,
    outbound,
    wake,
    now,
    seal: createSeal([{ kid: 'bench', key: randomBytes(32) }]),
    incidents: createIncidents({ database, now }),
    adminsOf: async () => [],
    namesOf: async () => new Map(),
    metrics: createMetrics(),
    baseUrl: 'http://127.0.0.1',
    log: silent,
    settings: Value.Create(webhooksSettings.schema),
    kinds: [Placed] as unknown as EventKind[],
  })
  const dispatcher = createDispatcher({
    database,
    subscriptions: made.subscriptions,
    wake,
    now,
    log: silent,
  })
  dispatcher.start()
  const worker = made.startWorker()
  return {
    webhooks: made,
    close: async () => {
      await dispatcher.stop()
      await worker.stop()
      wake.close()
      await outbound.close()
    },
  }
}

/** A hundred companies with an endpoint each. */
async function subscribe(
  { webhooks }: Service,
  urlOf: (n: number) => string,
  maxPerSecond?: number,
) {
  const companies: string[] = []
  for (let n = 0; n < (maxPerSecond ? 1 : endpoints); n += 1) {
    const companyId = benchCompany()
    const actor = { kind: 'api_key', id: 'key_1', companyId, roles: new Set(), scopes: new Set() }
    await webhooks.create(actor as unknown as Actor, {
      name: 'bench',
      url: urlOf(n),
      events: ['*'],
      ...(maxPerSecond && { maxPerSecond }),
      idempotency: undefined,
    })
    companies.push(companyId)
  }
  return companies
}

type Arrival = { readonly path: string; readonly ms: number; readonly at: number }

async function offer(
  stage: Stage,
  receivers: Worker,
  companies: readonly string[],
  bad: number,
  seconds: number,
): Promise<Run> {
  const before = await statementsSoFar(stage)
  const began = performance.now()
  const perTick = (offered * tickMs) / 1_000
  const ticks = (seconds * 1_000) / tickMs
  for (let tick = 0; tick < ticks; tick += 1) {
    await wait(Math.max(0, began + tick * tickMs - performance.now()))
    await publish(
      stage,
      Array.from(
        { length: perTick },
        (_, n) => companies[(tick * perTick + n) % companies.length] ?? '',
      ),
    )
  }
  const arrivals = await untilQuiet(receivers)
  const after = await statementsSoFar(stage)
  const healthy = arrivals.filter(({ path }) => path.includes('well'))
  const took = healthy.map(({ ms }) => ms).sort((a, b) => a - b)
  const expected = Math.round((perTick * ticks * (companies.length - bad)) / companies.length)
  return {
    delivered: healthy.length,
    lost: Math.max(0, expected - healthy.length),
    meanMs: Math.round(took.reduce((sum, ms) => sum + ms, 0) / took.length),
    p50Ms: quantile(took, 0.5),
    p99Ms: quantile(took, 0.99),
    statementsPerEvent:
      before === undefined || after === undefined
        ? undefined
        : Math.round(((after - before) / (perTick * ticks)) * 100) / 100,
  }
}

async function publish({ database }: Stage, companies: readonly string[]): Promise<void> {
  const occurredAt = new Date()
  const emissions = companies.map((companyId, n) => ({
    companyId,
    entityId: `ord_${n}`,
    entityVersion: 1,
    data: { reference: 'x'.repeat(350) },
    occurredAt,
  }))
  await database.transaction((tx) => emitAll(tx, Placed, emissions))
}

/** Waits until nothing more is expected to arrive, apart from the retries of the bad receivers. */
async function untilQuiet(receivers: Worker): Promise<Arrival[]> {
  let last = -1
  for (;;) {
    receivers.postMessage('count')
    const [{ count }] = (await once(receivers, 'message')) as [{ count: number }]
    if (count === last) break
    last = count
    await wait(3_000)
  }
  receivers.postMessage('take')
  const [{ arrivals }] = (await once(receivers, 'message')) as [{ arrivals: Arrival[] }]
  return arrivals
}

async function throttled(
  stage: Stage,
  service: Service,
  receivers: Worker,
  url: string,
  seconds: number,
) {
  const [companyId = ''] = await subscribe(service, () => url, throttledPerSecond)
  await publish(stage, Array<string>(throttledPerSecond * seconds).fill(companyId))
  const arrivals = (await untilQuiet(receivers)).filter(({ path }) => path === '/throttled')
  const at = arrivals.map((arrival) => arrival.at).sort((a, b) => a - b)
  const lasted = ((at.at(-1) ?? 0) - (at[0] ?? 0)) / 1_000
  const measured = (at.length - 1) / lasted
  return {
    maxPerSecond: throttledPerSecond,
    measuredPerSecond: Math.round(measured * 10) / 10,
    overshootPercent: Math.max(0, Math.round((measured / throttledPerSecond - 1) * 1_000) / 10),
  }
}
