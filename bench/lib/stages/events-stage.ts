import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { webhooksPartitions } from '../../../server/src/modules/connections/webhooks/index.ts'
import {
  type Database,
  openDatabase,
  readMigrations,
  sql,
  startLocalPostgres,
} from '../../../server/src/platform/db/index.ts'
import { defineEvent, eventPartitions } from '../../../server/src/platform/outbox/index.ts'
import { keepPartitions } from '../../../server/src/platform/partitions/index.ts'

/** The event of the bench: an order, as small as possible. */
export const Placed = defineEvent({
  type: 'order.created',
  version: 1,
  entity: 'order',
  public: true,
  data: Type.Object({ reference: Type.String() }),
})

export type Stage = { readonly database: Database; readonly url: string; close(): Promise<void> }

/**
 * A migrated, empty database with durable commits: the one in DOCUMENT_DB_URL (use a throwaway one), or a local
 * PostgreSQL that counts statements.
 */
export async function openStage(poolMax: number): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const postgres = process.env.DOCUMENT_DB_URL
    ? undefined
    : await startLocalPostgres({
        dataDir,
        log: { info: () => undefined, warn: console.error },
        settings: { shared_preload_libraries: 'pg_stat_statements' },
      })
  const url = process.env.DOCUMENT_DB_URL ?? postgres?.url ?? ''
  const database = openDatabase({ url, poolMax, statementTimeoutMs: 60_000 })
  await database.migrate(await readMigrations())
  await makeDays(database)
  return {
    database,
    url,
    close: async () => {
      await database.close()
      await postgres?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates a month of partitions, as a deployment has: past days must not affect plans. */
async function makeDays(database: Database): Promise<void> {
  const tables = [...webhooksPartitions(365), eventPartitions(365)]
  for (const daysAgo of [28, 21, 14, 7, 0]) {
    const at = new Date(Date.now() - daysAgo * 86_400_000)
    await keepPartitions({ database, log: silent }, tables, at)
  }
}

/**
 * How many statements the server has executed so far, including those of transactions. Undefined if it does not
 * count.
 */
export function statementsSoFar(stage: Stage): Promise<number | undefined> {
  return countedSoFar(stage, 'calls')
}

/** How many pages of 8 kB statements have read so far, from memory or disk. Undefined if it does not count. */
export function pagesSoFar(stage: Stage): Promise<number | undefined> {
  return countedSoFar(stage, 'shared_blks_hit + shared_blks_read')
}

async function countedSoFar({ database }: Stage, what: string): Promise<number | undefined> {
  await sql`create extension if not exists pg_stat_statements`
    .execute(database.pool)
    .catch(() => undefined)
  const { rows } = await sql<{ count: number }>`
    select sum(${sql.raw(what)})::bigint as count from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
  `
    .execute(database.pool)
    .catch(() => ({ rows: [] }))
  return rows[0]?.count
}

/** A company for this run alone, so that a database can be used twice. */
export const benchCompany = () => `co_bench_${randomBytes(6).toString('hex')}`

export function quantile(sorted: readonly number[], share: number): number {
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return Math.round((sorted[at] ?? 0) * 10) / 10
}

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
