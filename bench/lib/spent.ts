import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { cpuMsOf, round } from './measure.ts'

/** What a run has cost so far: processor time, and what PostgreSQL was asked. */
export type Spent = {
  readonly serviceMs: number
  /** All processes of the server: connections, the writer of its log, and what cleans up. */
  readonly postgresMs: number
  readonly statements: number
  readonly transactions: number
}

export type Spending = {
  readonly now: () => Promise<Spent>
  /** Statements are counted from here on. */
  readonly countAnew: () => Promise<void>
  /** Which took the most time since then, each of so many. */
  readonly dearest: (count: number) => Promise<readonly Dear[]>
}

type Dear = { readonly calls: number; readonly ms: number; readonly text: string }

/** Undefined numbers do not exist here: it reads /proc, and so runs on Linux with a server of this machine. */
export async function spendingOf(sql: pg.Pool, servicePid: number): Promise<Spending> {
  await sql.query('create extension if not exists pg_stat_statements')
  const { rows } = await sql.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = await parentOf(rows[0]?.pid ?? 0)
  return {
    now: async () => {
      const asked = await sql.query<{ calls: number; commits: number }>(counts)
      const { calls = 0, commits = 0 } = asked.rows[0] ?? {}
      return {
        serviceMs: (await cpuMsOf(servicePid)) ?? 0,
        postgresMs: await familyMs(postmaster),
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

/** Each of so many. */
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

async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))?.[1] ?? 0)
}

/** The fields after the name of the command: state, parent, and from the twelfth on the times. */
async function statOf(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Of a process, its children, and those of its children that have ended. */
async function familyMs(parent: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, stat: await statOf(pid) })))
  const ticks = stats.flatMap(({ pid, stat }) => {
    if (!stat) return []
    const [user, system, usersEnded, systemsEnded] = stat.slice(11, 15).map(Number)
    const own = (user ?? 0) + (system ?? 0)
    if (pid === parent) return [own + (usersEnded ?? 0) + (systemsEnded ?? 0)]
    return Number(stat[1]) === parent ? [own] : []
  })
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}
