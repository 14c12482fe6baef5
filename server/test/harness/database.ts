import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, type Migration, openDatabase, readMigrations } from '#platform/db'

export type FreshDatabase = Database & { readonly url: string }

export type FreshDatabaseOptions = {
  /** Instead of those of `server/migrations`. */
  readonly migrations?: readonly Migration[]
  readonly poolMax?: number
  readonly statementTimeoutMs?: number
  readonly guardTenancy?: boolean
  readonly onPoolError?: (error: Error) => void
}

/** The database of one test file, which its end drops: `const database = await useDatabase()`. */
export async function useDatabase(options: FreshDatabaseOptions = {}): Promise<FreshDatabase> {
  const database = await freshDatabase(options)
  afterAll(() => database.close())
  return database
}

/** The same for a process that opens the database by itself: `const url = await useDatabaseUrl()`. */
export async function useDatabaseUrl(migrations?: readonly Migration[]): Promise<string> {
  const { url, drop } = await freshDatabaseUrl(migrations)
  afterAll(() => drop())
  return url
}

/** A database of one test file, migrated and empty, on the PostgreSQL of this pass. `close` drops it. */
export async function freshDatabase(options: FreshDatabaseOptions = {}): Promise<FreshDatabase> {
  const { url, drop } = await freshDatabaseUrl(options.migrations)
  const database = openDatabase({
    url,
    poolMax: options.poolMax ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 30_000,
    guardTenancy: options.guardTenancy ?? true,
    ...(options.onPoolError ? { onPoolError: options.onPoolError } : {}),
  })
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** The same for a process that opens it by itself. `migrations: []` leaves it as PostgreSQL made it. */
export async function freshDatabaseUrl(
  migrations?: readonly Migration[],
): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await postgresUrl()
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(server, async (client) => {
    const template = await ensureTemplate(client, server, migrations ?? (await readMigrations()))
    await client.query(`create database ${name} template ${template}`)
  })
  return {
    url: databaseUrl(server, name),
    drop: () =>
      withClient(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/** The server of this pass, 18 or 15: the first to ask makes it start. */
export async function postgresUrl(): Promise<string> {
  answered ??= askForPostgres()
  return answered
}

let answered: Promise<string> | undefined

async function askForPostgres(): Promise<string> {
  const socket = connect(inject('serversSocket'))
  await once(socket, 'connect')
  const answer = JSON.parse(await text(socket)) as { url: string } | { error: string }
  if ('error' in answer) throw new Error(answer.error)
  return answer.url
}

/** Named by what it was migrated with. Under a lock, because every worker of a run comes here at once. */
async function ensureTemplate(
  client: pg.Client,
  server: string,
  migrations: readonly Migration[],
): Promise<string> {
  if (migrations.length === 0) return 'template0'
  const digest = createHash('sha256').update(JSON.stringify(migrations)).digest('hex')
  const template = `template_${digest.slice(0, 16)}`
  await client.query('select pg_advisory_lock(hashtext($1))', [template])
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [template])
    if (found.rowCount === 0) await makeTemplate(client, server, template, migrations)
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [template])
  }
  return template
}

async function makeTemplate(
  client: pg.Client,
  server: string,
  template: string,
  migrations: readonly Migration[],
): Promise<void> {
  const unfinished = `${template}_unfinished`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished} template template0`)
  const database = openDatabase({
    url: databaseUrl(server, unfinished),
    poolMax: 1,
    statementTimeoutMs: 60_000,
  })
  try {
    await database.migrate(migrations)
  } finally {
    await database.close()
  }
  await client.query(`alter database ${unfinished} rename to ${template}`)
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
