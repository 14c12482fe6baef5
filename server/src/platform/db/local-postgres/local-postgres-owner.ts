import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { superuser } from './local-postgres-home.ts'

/** The address of a local server: the folder of a socket, or an address with a password. */
export type Endpoint = { readonly host: string; readonly port: number; readonly password?: string }

export type Ownership = { release(): Promise<void> }

/** A process that is alive owns the server of this data folder. */
export class LocalPostgresInUse extends Error {
  override readonly name = 'LocalPostgresInUse'
  constructor() {
    super('The local PostgreSQL of this data folder is in use by another running process.')
  }
}

type Log = { warn(message: string): void }

const database = 'purveyor'
const lockNumber = 7_834_521
/** How often to try to reach a server that has closed the connection of its owner. */
const regainMsMin = 100
const regainMsMax = 1_000

/** The connection of a process that was just killed closes a little later. */
const lockPatienceMs = 1_000

export function urlOf({ host, port, password }: Endpoint, name = database): string {
  const credentials = password === undefined ? superuser : `${superuser}:${password}`
  return host.startsWith('/')
    ? `postgresql://${credentials}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
    : `postgresql://${credentials}@${host}:${port}/${name}`
}

/**
 * An owner holds a lock in the server as long as it lives. The connection ends with the process, however that ends, so there is no
 * note on disk that could become stale. Undefined when the server cannot be reached yet.
 *
 * The connection ends when the server does. Then `revive` starts the server again if it does not run any more.
 */
export async function holdOwnership(
  endpoint: Endpoint,
  log: Log,
  revive: () => Promise<void>,
): Promise<Ownership | undefined> {
  let client = await connect(endpoint)
  if (!client) return undefined
  if (!(await takeLock(client))) {
    await client.end()
    throw new LocalPostgresInUse()
  }
  await createDatabase(client)

  const released = new AbortController()
  const { signal } = released
  let regaining: Promise<void> | undefined
  const watch = (held: pg.Client) =>
    held.once('end', () => {
      regaining = regain()
    })
  // The server restarts itself after one of its processes crashed, and then loses its locks.
  const regain = async (): Promise<void> => {
    if (!signal.aborted) log.warn('The local PostgreSQL has closed its connections.')
    for (let pauseMs = regainMsMin; ; pauseMs = Math.min(2 * pauseMs, regainMsMax)) {
      await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined)
      if (signal.aborted) return
      const again = await revive()
        .then(() => connect(endpoint))
        .catch((error: Error) => log.warn(error.message))
      if (!again) continue
      client = again
      let hasEnded = false
      again.once('end', () => {
        hasEnded = true
      })
      const isTaken = await takeLock(again).catch(() => undefined)
      // The server was killed again in the meantime.
      if (isTaken === undefined || hasEnded) continue
      if (isTaken && !signal.aborted) watch(again)
      else await again.end()
      return
    }
  }
  watch(client)
  return {
    release: async () => {
      released.abort()
      await regaining
      await client?.end()
    },
  }
}

/** Temporary reasons: the server is still starting, or shutting down. */
const temporaryCodes = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P03'])

async function connect(endpoint: Endpoint): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: urlOf(endpoint, 'postgres'),
    fallback_application_name: 'purveyor launcher',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (temporaryCodes.has(code ?? '') || message.includes('terminated')) return undefined
    throw error
  }
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const until = performance.now() + lockPatienceMs
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [lockNumber],
    )
    if (rows[0]?.taken) return true
    if (performance.now() > until) return false
    await sleep(50)
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
    database,
  ])
  if (rowCount === 0) await client.query(`create database ${database}`)
}
