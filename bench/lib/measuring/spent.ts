import type pg from 'pg'
import { round } from './measure.ts'
import { parentOf, processorMsOf } from './processor-time.ts'

export type ProcessorTime = {
  readonly serviceMs: number
  /** All processes of the server: connections, the WAL writer, and vacuum. */
  readonly postgresMs: number
}

/** The cost of a run so far: processor time, and PostgreSQL statements. */
export type Spent = ProcessorTime & {
  readonly statements: number
  readonly transactions: number
}

export type Spending = {
  readonly now: () => Promise<Spent>
  /** Processor time alone, without a query: the reading itself costs the server nothing. */
  readonly processorTime: () => Promise<ProcessorTime>
  /** Resets the statement counts. */
  readonly countAnew: () => Promise<void>
  /** The statements that took the most time since then, per unit. */
  readonly dearest: (count: number) => Promise<readonly Dear[]>
}

type Dear = { readonly calls: number; readonly ms: number; readonly text: string }

/** All numbers exist here: this reads /proc, so it needs Linux and a PostgreSQL on this machine. */
export async function spendingOf(sql: pg.Pool, servicePid: number): Promise<Spending> {
  await sql.query('create extension if not exists pg_stat_statements')
  const { rows } = await sql.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = await parentOf(rows[0]?.pid ?? 0)
  const processorTime = async () => ({
    serviceMs: await processorMsOf(servicePid),
    postgresMs: await processorMsOf(postmaster),
  })
  return {
    processorTime,
    now: async () => {
      const counted = await sql.query<{ calls: number; commits: number }>(counts)
      const { calls = 0, commits = 0 } = counted.rows[0] ?? {}
      return {
        ...(await processorTime()),
        statements: Number(calls),
        transactions: Number(commits),
      }
    },
    countAnew: async () => {
      await sql.query('select pg_stat_statements_reset()')
    },
    dearest: async (count) => {
      const { rows } = await sql.query<{ calls: string; ms: number; text: string }>(dear)
      return rows.map(({ calls, ms, text }) => ({
        calls: round(Number(calls) / count),
        ms: round(ms / count),
        text,
      }))
    },
  }
}

const dear = `
  select calls, total_exec_time as ms, left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 120) as text
  from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
  order by total_exec_time desc limit 40`

/** The cost per unit. */
export function spentEach(from: Spent, to: Spent, count: number) {
  return {
    serviceCpuMs: round((to.serviceMs - from.serviceMs) / count),
    postgresCpuMs: round((to.postgresMs - from.postgresMs) / count),
    statements: round((to.statements - from.statements) / count),
    transactions: round((to.transactions - from.transactions) / count),
  }
}

const counts = `
  select (select sum(calls) from pg_stat_statements s
           where s.dbid = d.oid and query !~* '^(begin|commit|start|rollback)') as calls,
         (select xact_commit from pg_stat_database where datid = d.oid) as commits
  from pg_database d where d.datname = current_database()`
