import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'
import { open, readdir, readFile, readlink, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive } from '#platform/processes'
import type { ServerUser } from './local-postgres-user.ts'

/** A server that runs in a data folder, as its `postmaster.pid` describes it. */
export type Postmaster = {
  readonly pid: number
  readonly port: number
  /** Empty if the server listens on an address. */
  readonly socketFolder: string
  readonly ready: boolean
}

const logMaxBytes = 5_000_000

/**
 * How much freed memory glibc's `malloc` keeps. By default it returns the end of its heap to the kernel from 128 kB on, and each
 * statement of some size gets cleared pages again: a quarter of PostgreSQL's time for an order. A connection keeps at most
 * `MALLOC_TRIM_THRESHOLD_` unused bytes. Other systems ignore these names.
 */
const keptMemory = {
  MALLOC_TRIM_THRESHOLD_: String(16 * 2 ** 20),
  MALLOC_MMAP_THRESHOLD_: String(16 * 2 ** 20),
  MALLOC_TOP_PAD_: String(2 ** 20),
}

/**
 * Undefined when no server runs. The file stays after a server was killed, and another process may have its process id by now.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder = '', , , status = ''] = text.split('\n')
  if (!pid || !port || !(await isPostgres(Number(pid)))) return undefined
  return {
    pid: Number(pid),
    port: Number(port),
    socketFolder: socketFolder.trim(),
    ready: status.trim() === 'ready',
  }
}

/** A process that has died but was not yet waited for has no command line, and counts as gone. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(
          ({ stdout }) => stdout,
          () => '',
        )
  return command.includes('postgres')
}

/**
 * Ends what a killed server has left working in its data folder. A process in the middle of a long statement does not notice that
 * its server is gone, and no new server starts beside it. Elsewhere than on Linux the new server waits for the statement.
 */
export async function endOrphans(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!(pid > 0)) continue
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (folder !== cluster || !(await isPostgres(pid))) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}

/** Starts the server as the given user, without our environment. It writes to the log of the data folder. */
export async function spawnServer(
  command: string,
  options: readonly string[],
  home: string,
  user: ServerUser | undefined,
): Promise<ChildProcess> {
  const log = await openLog(home)
  const stdio: StdioOptions = ['ignore', log.fd, log.fd]
  const child = spawn(command, options, {
    ...user,
    cwd: home,
    stdio,
    // A process group of its own: Ctrl-C in a terminal reaches only us, and we stop the server when we are done.
    detached: process.platform !== 'win32',
    env: {
      PATH: process.env.PATH,
      SystemRoot: process.env.SystemRoot,
      LC_ALL: 'C',
      TZ: 'UTC',
      ...keptMemory,
    },
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  }).finally(() => log.close())
  return child
}

export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  return new Promise((resolve) => child.once('exit', resolve))
}

/** The text that the server logged after this position of its log, for the message of an error. */
export async function lastWords(home: string, from = 0): Promise<string> {
  const text = (await readFile(logPath(home)).catch(() => Buffer.alloc(0))).subarray(from)
  return text.toString('utf8').trim().split('\n').slice(-8).join('\n')
}

export async function logSize(home: string): Promise<number> {
  return stat(logPath(home)).then(
    (file) => file.size,
    () => 0,
  )
}

/**
 * Sends a gentle signal first and a harder one later. PostgreSQL recovers from each of them, but a clean shutdown makes the next
 * start faster.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const until = performance.now() + patienceMs
    while (performance.now() < until) {
      if (!(await isPostgres(pid))) return
      await sleep(10)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end.`)
}

function logPath(home: string): string {
  return join(home, 'postgres.log')
}

async function openLog(home: string) {
  const path = logPath(home)
  if ((await logSize(home)) > logMaxBytes) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}
