import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#platform/ports'
import { isAlive } from '#platform/processes'
import { findBinaries } from './local-postgres-binaries.ts'
import {
  createCluster,
  findCluster,
  type Home,
  openHome,
  removeSocket,
  removeSocketFolder,
  socketFolder,
} from './local-postgres-home.ts'
import { type Endpoint, holdOwnership, type Ownership, urlOf } from './local-postgres-owner.ts'
import {
  endOrphans,
  exitOf,
  findPostmaster,
  isPostgres,
  lastWords,
  logSize,
  type Postmaster,
  spawnServer,
  stopPostmaster,
} from './local-postgres-process.ts'

export type LocalPostgres = {
  /** The address of the database `purveyor`, valid as long as this process lives: a server that is killed is started again there. */
  readonly url: string
  /** Stops the server and waits until all its processes have ended. */
  stop(): Promise<void>
}

export type LocalPostgresOptions = {
  /** The server stores everything in the folder `postgres` of this one. */
  readonly dataDir: string
  readonly log: { info(message: string): void; warn(message: string): void }
  /** The folder of `initdb` and `postgres`. The default is the one from npm. */
  readonly binaries?: string
  /** False for data that may be lost when the machine crashes, such as in tests. */
  readonly durable?: boolean
  /** Further settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>
  /** On a platform without sockets the server listens on a loopback address, with a password. */
  readonly transport?: 'socket' | 'address'
}

/** Longer than the processes of a killed server need to release a data folder. */
const releasePatienceMs = 60_000
/** Longer than a crashed server needs to recover on a busy machine. One that is killed meanwhile begins again from the start. */
const startPatienceMs = 600_000
/** Who waits for so long learns why. */
const startNoticeMs = 10_000

/**
 * Starts the PostgreSQL of a data folder, or takes over the one that a killed process has left running there. Throws
 * `LocalPostgresInUse` when another live process owns it.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const transport = options.transport ?? (process.platform === 'win32' ? 'address' : 'socket')
  const home = await openHome(options.dataDir)
  const binaries = options.binaries ?? (await findBinaries(home.user))
  const password = transport === 'address' ? await keptPassword(home) : undefined
  await createCluster(home, binaries, { durable: options.durable ?? true, password })

  const until = performance.now() + releasePatienceMs
  for (;;) {
    const server =
      (await findPostmaster(home.cluster)) ?? (await launchAnew(home, binaries, transport, options))
    const endpoint = server && endpointOf(server, password)
    if (server && endpoint) {
      const running = { pid: server.pid }
      const revive = () => launchAgain(running, home, binaries, placeOf(endpoint), options)
      const ownership = await holdOwnership(endpoint, options.log, revive)
      if (ownership) return ownedPostgres(home, running, endpoint, ownership)
    }
    if (performance.now() > until) {
      throw new Error(`PostgreSQL does not start:\n${await lastWords(home.folder)}`)
    }
    await sleep(20)
  }
}

/** Stops the server that a killed process has left running in a data folder, if there is one. */
export async function stopLocalPostgres(dataDir: string): Promise<void> {
  const server = await findPostmaster(await findCluster(dataDir))
  if (server) await stopPostmaster(server.pid)
}

/** Undefined while another process has just started the server, and has not noted yet where it listens. */
function endpointOf(
  { port, socketFolder: folder }: Postmaster,
  password: string | undefined,
): Endpoint | undefined {
  if (password !== undefined) return { host: '127.0.0.1', port, password }
  return folder === '' ? undefined : { host: folder, port }
}

/** The server that runs now. It changes when the server was killed and started again. */
type Running = { pid: number }

function ownedPostgres(
  home: Home,
  running: Running,
  endpoint: Endpoint,
  ownership: Ownership,
): LocalPostgres {
  // For an end without a wait. This signal shuts the server down in order.
  const stopAtExit = () => {
    try {
      process.kill(running.pid, 'SIGINT')
    } catch {
      // It has ended already.
    }
  }
  process.once('exit', stopAtExit)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await ownership.release()
    process.off('exit', stopAtExit)
    await stopPostmaster(running.pid)
    await removeSocketFolder(home, endpoint.host)
  }
  return {
    url: urlOf(endpoint),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Where a server listens. */
type Place = { readonly socket: string } | { readonly port: number }

function placeOf({ host, port }: Endpoint): Place {
  return host.startsWith('/') ? { socket: host } : { port }
}

async function launchAnew(
  home: Home,
  binaries: string,
  transport: 'socket' | 'address',
  options: LocalPostgresOptions,
): Promise<Postmaster | undefined> {
  const place =
    transport === 'socket' ? { socket: await socketFolder(home) } : { port: await freePort() }
  let server: Postmaster | undefined
  try {
    server = await launch(home, binaries, place, options)
    return server
  } finally {
    if (!server && place.socket !== undefined) await removeSocketFolder(home, place.socket)
  }
}

/** Starts the server where it was, unless it runs: then one of its processes has crashed, and it restarts itself. */
async function launchAgain(
  running: Running,
  home: Home,
  binaries: string,
  place: Place,
  options: LocalPostgresOptions,
): Promise<void> {
  if (await findPostmaster(home.cluster)) return
  options.log.warn('The local PostgreSQL was killed. It is started again.')
  await endOrphans(home.cluster)
  const server = await launch(home, binaries, place, options)
  if (!server) return
  running.pid = server.pid
  options.log.info('The local PostgreSQL runs again.')
}

/** Undefined when the server ended at once for a temporary reason. Throws for any other reason. */
async function launch(
  home: Home,
  binaries: string,
  place: Place,
  options: LocalPostgresOptions,
): Promise<Postmaster | undefined> {
  await removeLeftovers(home, place)
  const settings = serverSettings(place, options)
  const logFrom = await logSize(home.folder)
  const child = await spawnServer(
    join(binaries, 'postgres'),
    ['-D', home.cluster, ...settings],
    home.folder,
    home.user,
  )
  // The server must not keep this process alive.
  child.unref()
  const exit = exitOf(child)
  const until = performance.now() + startPatienceMs
  let noticeAt = performance.now() + startNoticeMs
  while (child.exitCode === null && child.signalCode === null) {
    const server = await findPostmaster(home.cluster)
    if (server?.ready && server.pid === child.pid) return server
    if (performance.now() > until) child.kill('SIGKILL')
    if (performance.now() > noticeAt) {
      noticeAt = Number.POSITIVE_INFINITY
      options.log.info('The local PostgreSQL still starts. After a crash it recovers first.')
    }
    await Promise.race([exit, sleep(5)])
  }
  const words = await lastWords(home.folder, logFrom)
  // Another start was faster, or the processes of a killed server still hold its memory for some hundred ms.
  if (/lock file .* already exists|is still in use|could not create lock file/.test(words)) {
    return undefined
  }
  throw new Error(`PostgreSQL does not start:\n${words}`)
}

function serverSettings(
  place: Place,
  { durable = true, settings = {} }: LocalPostgresOptions,
): string[] {
  const all: Record<string, string> = {
    ...('socket' in place
      ? {
          listen_addresses: '',
          unix_socket_directories: place.socket,
          unix_socket_permissions: '0700',
          port: '5432',
        }
      : {
          listen_addresses: '127.0.0.1',
          unix_socket_directories: '',
          port: String(place.port),
        }),
    // Memory is taken page by page as it is used, so a small database uses as little as with a smaller value.
    shared_buffers: `${sharedMegabytes()}MB`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The text of a failed statement would write personal data to a file.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** An eighth of the machine's memory. */
function sharedMegabytes(): number {
  return Math.round(Math.min(Math.max(totalmem() / 8 / 2 ** 20, 128), 2_048))
}

/**
 * No server runs here, but a killed one has left its notes. PostgreSQL removes them itself, unless another program now has the
 * process id of the server. Then it would refuse to start as long as that program runs.
 */
async function removeLeftovers(home: Home, place: Place): Promise<void> {
  const notes = join(home.cluster, 'postmaster.pid')
  const [pid, , , , folder = ''] = (await readFile(notes, 'utf8').catch(() => '')).split('\n')
  if (!pid) return
  // The folder stays if the server is started there again: nobody else can take its name in between.
  if ('socket' in place && place.socket === folder.trim()) await removeSocket(place.socket)
  else await removeSocketFolder(home, folder.trim())
  if (isAlive(Number(pid)) && !(await isPostgres(Number(pid)))) await rm(notes, { force: true })
}

async function keptPassword(home: Home): Promise<string> {
  const path = join(home.folder, 'password')
  await writeFile(path, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(path, 'utf8')).trim()
}
