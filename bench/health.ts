import { type Line, openLine } from './lib/http-line.ts'
import type { Served } from './lib/processes.ts'
import { anOrder } from './lib/purchases.ts'
import { type CommerceStage, openCommerceStage } from './lib/stages/commerce-stage.ts'
import { enlargeHistory, type History } from './lib/stages/history-stage.ts'

type Size = {
  readonly history: History
  readonly milliseconds: { readonly median: number; readonly p95: number; readonly reads: number }
  /** The time that the statements of a reading take in PostgreSQL. The load of the machine disturbs it less. */
  readonly databaseMs: number
  /** Sections that did not answer within their second. */
  readonly unknown: readonly string[]
  /** The statements of the service that took the longest, each with the mean time. */
  readonly statements: readonly { readonly ms: number; readonly text: string }[]
}

const small: History = { orders: 1_000, events: 5_000 }

/**
 * What a reading of /health/ops costs with a thousand orders and with many. The history grows, and the work under way
 * does not: the surface counts what is open, so its cost must not follow the history.
 */
export async function health(seconds: number, orders: number) {
  const large: History = { orders, events: 5 * orders }
  const stage = await openCommerceStage(1)
  try {
    const orderId = await anOrder(stage)
    await stage.stopService()
    const sizes: Size[] = []
    let before: History = { orders: 0, events: 0 }
    for (const history of [small, large]) {
      await enlargeHistory(stage.sql, orderId, before, history)
      before = history
      sizes.push(await measured(stage, history, seconds))
    }
    const [few, many] = sizes as [Size, Size]
    const ratio = (one: number, other: number) => Math.round((other / one) * 100) / 100
    return {
      sizes,
      times: ratio(few.milliseconds.median, many.milliseconds.median),
      databaseTimes: ratio(few.databaseMs, many.databaseMs),
    }
  } finally {
    await stage.close()
  }
}

/** Each size has a process of its own, so that no cache of the smaller one serves the larger one. */
async function measured(stage: CommerceStage, history: History, seconds: number): Promise<Size> {
  const service: Served = await stage.startAgain()
  const line = await openLine(service.baseUrl, { authorization: `Bearer ${stage.healthToken}` })
  try {
    for (let at = 0; at < 20; at += 1) await read(line)
    await stage.sql.query('select pg_stat_statements_reset()').catch(() => undefined)
    const times: number[] = []
    const unknown = new Set<string>()
    const until = performance.now() + seconds * 1_000
    while (performance.now() < until) {
      const begun = performance.now()
      const surface = await read(line)
      times.push(performance.now() - begun)
      for (const [name, section] of Object.entries(surface)) {
        if (section?.status === 'unknown') unknown.add(name)
      }
    }
    times.sort((one, other) => one - other)
    const at = (share: number) =>
      Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
    return {
      history,
      milliseconds: { median: at(0.5), p95: at(0.95), reads: times.length },
      databaseMs: await timeInDatabase(stage, times.length),
      unknown: [...unknown],
      statements: await slowest(stage),
    }
  } finally {
    line.close()
    await service.stop()
  }
}

type Surface = Readonly<Record<string, { readonly status?: string } | undefined>>

async function read(line: Line): Promise<Surface> {
  const { status, text } = await line.ask('GET', '/health/ops')
  if (status !== 200) throw new Error(`/health/ops answered ${status}: ${text}`)
  return JSON.parse(text) as Surface
}

/** Statements that ran for each reading. */
async function timeInDatabase({ sql }: CommerceStage, reads: number): Promise<number> {
  const { rows } = await sql.query<{ ms: number }>(
    `select round((sum(total_exec_time) / $1)::numeric, 2)::float8 as ms from pg_stat_statements where calls >= $1`,
    [reads],
  )
  return rows[0]?.ms ?? 0
}

/** Nothing, where the database does not count statements. */
async function slowest({ sql }: CommerceStage): Promise<Size['statements']> {
  const { rows } = await sql
    .query<{ ms: number; text: string }>(
      `select round(mean_exec_time::numeric, 2)::float8 as ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 140) as text
       from pg_stat_statements where calls > 5 order by mean_exec_time desc limit 8`,
    )
    .catch(() => ({ rows: [] }))
  return rows
}
