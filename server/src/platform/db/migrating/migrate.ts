import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { OtherMigrations } from './other-migrations.ts'

/** A change of the schema: plain SQL, applied once, never edited afterwards. */
export type Migration = { readonly name: string; readonly sql: string }

/** A change of the schema that waits for a lock makes every later statement on the table wait too. */
const lockTimeout = '10s'
const lockNotAvailable = '55P03'
const turnMs = 100

/**
 * Applies the migrations that were not applied, in the order given, each in a transaction of its own, and returns their names. Any
 * number of processes may run it at once: see `applyOnce`.
 */
export async function migrate(
  connection: pg.ClientConfig,
  migrations: readonly Migration[],
): Promise<string[]> {
  const client = await connect(connection)
  try {
    await createLedger(client)
    await assertSameMigrations(client, migrations)
    const applied: string[] = []
    for (const migration of migrations) {
      if (await applyOnce(client, connection, migration)) applied.push(migration.name)
    }
    return applied
  } finally {
    await client.end()
  }
}

/**
 * The row in the ledger is inserted first, so its primary key is the lock. A second runner waits here until the first has
 * committed, then finds the row and skips the migration. If the first fails, the insert of the second succeeds.
 */
async function applyOnce(
  client: pg.Client,
  connection: pg.ClientConfig,
  migration: Migration,
): Promise<boolean> {
  while (!(await isApplied(client, migration))) {
    await client.query('begin')
    try {
      if (await enterInLedger(client, migration)) {
        await runScript(client, connection, migration)
        await client.query('commit')
        return true
      }
      await client.query('rollback')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw new Error(`Migration ${migration.name} failed: ${messageOf(error)}`, { cause: error })
    }
    await sleep(turnMs)
  }
  return false
}

/**
 * Returns false when another runner has inserted it. Waits for that runner in short turns, because a waiting statement holds a
 * snapshot, and `create index concurrently` waits for every snapshot.
 */
async function enterInLedger(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query(`set local lock_timeout = '${turnMs}ms'`)
  try {
    const { rowCount } = await client.query(
      'insert into migrations.applied (name, checksum) values ($1, $2) on conflict (name) do nothing',
      [migration.name, checksumOf(migration)],
    )
    await client.query('set local lock_timeout = 0')
    return rowCount === 1
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) return false
    throw error
  }
}

/**
 * A statement that cannot run in a transaction has a connection of its own, while the first connection holds the uncommitted row
 * of the ledger. If the process dies in between, the statement runs again, so write it with `if not exists`.
 */
async function runScript(
  client: pg.Client,
  connection: pg.ClientConfig,
  { sql }: Migration,
): Promise<void> {
  if (!/^--\s*no-transaction\s*$/m.test(sql.split('\n', 1)[0] ?? '')) {
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    await client.query(sql)
    return
  }
  const alone = await connect(connection)
  try {
    await alone.query(sql)
  } finally {
    await alone.end()
  }
}

/** The ledger has a schema of its own, because it exists before any migration. */
async function createLedger(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ ledger: string | null }>(
    "select to_regclass('migrations.applied')::text as ledger",
  )
  if (rows[0]?.ledger) return
  // `if not exists` checks before it creates, so two simultaneous runners can both find nothing.
  const createdByAnother = new Set(['23505', '42710', '42P06', '42P07'])
  for (const statement of [
    'create schema if not exists migrations',
    `create table if not exists migrations.applied (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`,
  ]) {
    await client.query(statement).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && createdByAnother.has(error.code ?? '')))
        throw error
    })
  }
}

/**
 * Runs before anything is applied, so that a refusal changes nothing. Migrations after the last file here belong to a newer
 * release. This release can use that schema too.
 */
async function assertSameMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<void> {
  const here = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]))
  assert.equal(here.size, migrations.length, 'two migrations have the same name')
  const last = [...here.keys()].sort().at(-1) ?? ''
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations.applied order by name',
  )
  const changed = rows.filter(({ name, checksum }) => (here.get(name) ?? checksum) !== checksum)
  const missing = rows.filter(({ name }) => !here.has(name) && name < last)
  if (changed.length + missing.length > 0)
    throw new OtherMigrations(namesOf(changed), namesOf(missing))
}

const namesOf = (rows: readonly { readonly name: string }[]): string[] =>
  rows.map(({ name }) => name)

/** Throws when the migration that was applied differs from the file here. */
async function isApplied(client: pg.Client, migration: Migration): Promise<boolean> {
  const { rows } = await client.query<{ checksum: string }>(
    'select checksum from migrations.applied where name = $1',
    [migration.name],
  )
  const applied = rows[0]
  if (!applied) return false
  if (applied.checksum !== checksumOf(migration)) throw new OtherMigrations([migration.name], [])
  return true
}

/** The digest of the text with plain line ends, so that a checkout on Windows does not count as an edit. */
function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  // A lost connection fails the query that was running, which is report enough.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
