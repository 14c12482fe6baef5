import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '#platform/db'
import { audit, type Evidence, type Findings } from './audit.ts'
import { type Drained, drain, forgiveKills } from './drain.ts'
import { createInjector, type Injector } from './inject.ts'
import { type FaultKind, faultKinds, type PlannedRun, planCampaign } from './plan.ts'
import type { Variant } from './producer.ts'
import { openStage, type Stage } from './stage.ts'

export type CampaignOptions = {
  readonly runs: number
  readonly seed: number
  /** Changes that the producer begins in each run, at least. */
  readonly events: number
  /** More where the runs are so few that some kind would not be met. */
  readonly faultsPerRun?: number
  /** Of these only, in place of all. */
  readonly kinds?: readonly FaultKind[]
  /** The kind of producer. Default: `right`. */
  readonly variant?: Variant
  readonly report?: (sentence: string) => void
}

export type CampaignReport = Findings & {
  readonly seed: number
  readonly runs: number
  readonly seconds: number
  readonly drains: readonly Drained[]
  /** How often each fault met something. */
  readonly fired: Readonly<Record<FaultKind, number>>
  readonly neverFired: readonly FaultKind[]
  readonly duplicatePercent: number
  readonly processStarts: number
  /** Processes that ended although nobody ended them. */
  readonly stoppedUnexpectedly: readonly string[]
}

/** After so many runs all is let come to rest. */
const runsPerDrain = 20
const makeUpMax = 3
const spreadMs = 900

/**
 * Faults of a seeded plan while events are committed, run after run on one service, as in life; then everything heals,
 * the service comes to rest, and the auditor compares what was committed with what was received.
 */
export async function campaign(options: CampaignOptions): Promise<CampaignReport> {
  const began = performance.now()
  const { kinds = faultKinds } = options
  const stage = await openStage(options.variant ?? 'right')
  const fired = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>
  const drains: Drained[] = []
  const injector = createInjector(stage)
  const report = options.report ?? (() => undefined)
  const healedAt: number[] = []
  try {
    for (const run of planCampaign(options.seed, options.runs, options.faultsPerRun, kinds)) {
      const seconds = await runOnce(stage, injector, run, options.events, fired)
      report(`run ${run.n}: ${run.faults.map(({ kind }) => kind).join(', ')} (${seconds} s)`)
      if (run.n % runsPerDrain !== 0 && run.n !== options.runs) continue
      healedAt.push(Date.now())
      const drained = await drain(stage, options.report)
      report(`drained in ${drained.seconds} s ${JSON.stringify(drained.left)}`)
      drains.push(drained)
    }
    // A crash point may be passed by the other worker all the time. What met nobody is tried again.
    for (let again = 1; again <= makeUpMax && neverFired(fired, kinds).length > 0; again += 1) {
      const faults = neverFired(fired, kinds).map((kind) => ({
        kind,
        atMs: 0,
        forMs: 500,
        choice: 0,
      }))
      const n = options.runs + again
      const seconds = await runOnce(stage, injector, { n, faults }, options.events, fired)
      report(`run ${n}: ${faults.map(({ kind }) => kind).join(', ')}, again (${seconds} s)`)
      healedAt.push(Date.now())
      drains.push(await drain(stage, options.report))
    }
    const findings = audit(await evidenceOf(stage, healedAt))
    for (const sentence of await recordsOf(stage, findings.lost)) report(sentence)
    const members = [stage.api, ...stage.workers]
    return {
      seed: options.seed,
      runs: options.runs,
      seconds: Math.round((performance.now() - began) / 1_000),
      drains,
      ...findings,
      duplicatePercent: percent(findings.duplicated, findings.expectedDeliveries),
      fired,
      neverFired: neverFired(fired, kinds),
      processStarts: members.reduce((sum, { starts }) => sum + starts(), 0),
      stoppedUnexpectedly: members.flatMap(({ unasked }) => unasked),
    }
  } finally {
    await stage.close()
  }
}

function neverFired(
  fired: Readonly<Record<FaultKind, number>>,
  kinds: readonly FaultKind[],
): FaultKind[] {
  return kinds.filter((kind) => fired[kind] === 0)
}

async function runOnce(
  stage: Stage,
  injector: Injector,
  { n, faults }: PlannedRun,
  events: number,
  fired: Record<FaultKind, number>,
): Promise<number> {
  const began = performance.now()
  let isOver = false
  const injecting = Promise.all(
    faults.map(async (fault) => {
      await wait(fault.atMs)
      fired[fault.kind] += await injector(fault)
    }),
  ).finally(() => {
    isOver = true
  })
  await Promise.all([
    injecting,
    stage.producer.run(n, events, spreadMs, () => isOver),
    stage.tests.run(n, () => isOver),
  ])
  await stage.direct(forgiveKills)
  return Math.round((performance.now() - began) / 100) / 10
}

async function evidenceOf(stage: Stage, healedAt: readonly number[]): Promise<Evidence> {
  const { produced, tested, enabled } = stage.journals
  const lines = await stage.journals.arrived.read()
  // Whether the answer was lost is known only after the line was written.
  const arrived = stage.receivers.flatMap(({ arrivals }) => arrivals)
  if (arrived.length !== lines.length) throw new Error('a receiver accepted what it did not write')
  const inDatabase = await stage.direct(async ({ pool }) => ({
    placed: (await sql<{ id: string }>`select id from public.placed`.execute(pool)).rows,
    numbered: (
      await sql<{ companyId: string; events: number; last: number }>`
        select company_id as "companyId", count(*)::int as events, max(sequence)::int as last
        from platform.events group by company_id
      `.execute(pool)
    ).rows,
  }))
  return {
    produced: await produced.read(),
    arrived,
    tested: await tested.read(),
    enabled: await enabled.read(),
    placed: new Set(inDatabase.placed.map(({ id }) => id)),
    numbered: inDatabase.numbered.filter(({ companyId }) => stage.subscribed.has(companyId)),
    subscribed: stage.subscribed,
    ordered: stage.ordered,
    sendersKilledAt: stage.workers.flatMap(({ killedAt }) => killedAt),
    healedAt,
  }
}

/** What the service itself says of deliveries that never arrived: their states, attempts and answers. */
async function recordsOf(stage: Stage, lost: readonly string[]): Promise<readonly string[]> {
  if (lost.length === 0) return []
  const references = lost.map((key) => key.split(' ')[2] ?? '')
  return stage.direct(async ({ pool }) => {
    const { rows } = await sql<{ record: string }>`
      select jsonb_build_object(
        'reference', event.data ->> 'reference', 'event', event.id, 'sequence', event.sequence,
        'endpoint', endpoint.name, 'state', delivery.state, 'attempts', delivery.attempts,
        'lastStatus', delivery.last_status, 'lastError', delivery.last_error, 'finishedAt', delivery.finished_at,
        'made', (
          select jsonb_agg(jsonb_build_object(
            'at', attempt.started_at, 'ms', attempt.ms, 'status', attempt.status_code, 'error', attempt.error_class
          ) order by attempt.n)
          from webhooks.attempts attempt
          where attempt.company_id = delivery.company_id and attempt.delivery_id = delivery.id
        )
      )::text as record
      from platform.events event
      left join webhooks.deliveries delivery
        on delivery.company_id = event.company_id and delivery.event_id = event.id
      left join webhooks.endpoints endpoint
        on endpoint.company_id = delivery.company_id and endpoint.id = delivery.endpoint_id
      where event.data ->> 'reference' = any(${references}::text[]) or event.id = any(${references}::text[])
    `.execute(pool)
    return rows.map(({ record }) => record)
  })
}

function percent(part: number, whole: number): number {
  return Math.round((part / Math.max(1, whole)) * 10_000) / 100
}
