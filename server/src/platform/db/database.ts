import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Conn, NoTables, Tx } from './conn.ts'
import { connectionOptions, migrationOptions } from './connection-options.ts'
import { type Migration, migrate } from './migrating/migrate.ts'
import { preparingPool } from './statements/prepared-statements.ts'
import { createTenancyGuard } from './statements/tenancy-guard.ts'
import {
  assertOutsideTransaction,
  type Frame,
  outsideTransactionOnly,
  runInside,
  whileOpen,
  writeGathered,
} from './transaction-guard.ts'

export type Database = {
  /** For reads and single statements. Throws when the caller holds a transaction. */
  readonly pool: Conn
  /** Commits when `work` resolves, rolls back when it throws. Transactions do not nest. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Applies the migrations that were not applied yet, and returns their names. */
  migrate(migrations: readonly Migration[]): Promise<string[]>
  /** The most connections that the pool opens. */
  readonly connectionsMax: number
  /** The current state of the pool: its connections, and the callers that wait for one. */
  load(): { readonly busy: number; readonly idle: number; readonly waiting: number }
  /** Throws within a second when PostgreSQL does not answer. It never waits for a connection of a busy pool. */
  ping(): Promise<void>
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly url: string
  readonly poolMax: number
  readonly statementTimeoutMs: number
  /** Refuses queries on tables of companies that do not name the company. For tests. */
  readonly guardTenancy?: boolean
  /** Called for lost connections, and for hints that failed after a commit. No caller needs to know of either. */
  readonly onPoolError?: (error: Error) => void
}

/** Connects at the first use: PostgreSQL may be away at the start, and may go and come back. */
export function openDatabase(options: DatabaseOptions): Database {
  const report = options.onPoolError ?? (() => undefined)
  const connections = openPool(
    { ...connectionOptions(options.url, options.statementTimeoutMs), max: options.poolMax },
    report,
  )
  const guard = options.guardTenancy ? createTenancyGuard(migrationOptions(options.url)) : undefined
  const root = new Kysely<NoTables>({
    dialect: new PostgresDialect({ pool: preparingPool(connections, guard?.inspect) }),
  })
  const probe = createProbe(options.url)
  let closed: Promise<void> | undefined

  return {
    pool: root.withPlugin(outsideTransactionOnly),
    transaction: (work) => runTransaction(root, work, report),
    migrate: async (migrations) => {
      const applied = await migrate(migrationOptions(options.url), migrations)
      guard?.forget()
      return applied
    },
    connectionsMax: options.poolMax,
    load: () => {
      const { totalCount, idleCount, waitingCount } = connections
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    ping: probe.ping,
    close: () => {
      closed ??= Promise.all([root.destroy(), probe.close()]).then(() =>
        // Kysely does not close a pool that it never used.
        connections.ending ? undefined : connections.end(),
      )
      return closed
    },
  }
}

async function runTransaction<T>(
  root: Conn,
  work: (tx: Tx) => Promise<T>,
  report: (error: Error) => void,
): Promise<T> {
  assertOutsideTransaction('A transaction')
  const frame: Frame = { open: true, afterCommit: [], gathered: new Map(), last: undefined }
  const leased = root.withPlugin(whileOpen(frame))
  const result = await leased.transaction().execute(async (tx) => {
    try {
      return await runInside(frame, async () => {
        const done = await work(tx)
        await writeGathered(tx, frame)
        return done
      })
    } finally {
      frame.open = false
    }
  })
  for (const run of frame.afterCommit) {
    try {
      run()
    } catch (error) {
      report(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return result
}

function openPool(config: pg.PoolConfig, report: (error: Error) => void): pg.Pool {
  const connections = new pg.Pool(config)
  // Without a listener a connection that is lost while idle would end the process ...
  connections.on('error', report)
  // ... and so would one that is lost while it is in use. The query then fails, which is report enough.
  connections.on('connect', (client) => client.on('error', () => undefined))
  return connections
}

/** Half of the time is for getting a connection, half for the answer. */
const probeHalfMs = 450

/**
 * A connection of its own: a full pool does not mean that PostgreSQL is away. Its name tells it apart from those that read and write:
 * a start asks before it migrates, and a migration may wait until none of those is connected.
 */
function createProbe(url: string): { ping(): Promise<void>; close(): Promise<void> } {
  const connections = openPool(
    {
      ...connectionOptions(url, probeHalfMs),
      fallback_application_name: 'purveyor probe',
      max: 1,
      connectionTimeoutMillis: probeHalfMs,
      query_timeout: probeHalfMs,
    },
    () => undefined,
  )
  return {
    ping: async () => {
      await connections.query('select 1')
    },
    close: () => connections.end(),
  }
}
