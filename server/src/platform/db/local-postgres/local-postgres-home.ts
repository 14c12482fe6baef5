import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdtemp,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { makeFolder } from '#platform/folders'
import { exitOf, lastWords, spawnServer } from './local-postgres-process.ts'
import { enter, isReachable, type ServerUser, serverUser } from './local-postgres-user.ts'

/** The folders of a local server: its data, its log, and its socket unless the path is too long for one. */
export type Home = {
  readonly folder: string
  readonly cluster: string
  readonly user: ServerUser | undefined
}

export const superuser = 'purveyor'

/** The folder of the server if its user cannot pass the folders above the data folder. Only a root process uses it. */
const placeOfLastResort = '/var/lib/purveyor'
const noteName = 'postgres.location'

export async function openHome(dataDir: string): Promise<Home> {
  const around = resolve(dataDir)
  await makeFolder(around)
  const usual = join(around, 'postgres')
  const folder = (await openToUser(around, usual)) ? usual : await placeElsewhere(around)
  const user = await serverUser(folder)
  await makePrivate(folder, user)
  return { folder, cluster: join(folder, 'cluster'), user }
}

/**
 * The folder that we were given may be closed, and we may open it to the server's user. The folders above it are not ours to open.
 */
async function openToUser(around: string, usual: string): Promise<boolean> {
  const user = await serverUser(usual)
  if (await isReachable(around, user, enter)) return true
  if (!(await isReachable(dirname(around), user, enter))) return false
  await chmod(around, (await stat(around)).mode | 0o011)
  return true
}

/** Noted in the data folder, so that the next start finds it, and so that a removed data folder makes a fresh start. */
async function placeElsewhere(dataDir: string): Promise<string> {
  const noted = await notedPlace(dataDir)
  if (noted) return noted
  const place = join(placeOfLastResort, randomBytes(8).toString('hex'))
  await makeFolder(placeOfLastResort, 0o755)
  await writeFile(join(dataDir, noteName), `${place}\n`)
  return place
}

async function notedPlace(dataDir: string): Promise<string | undefined> {
  const noted = await readFile(join(dataDir, noteName), 'utf8').catch(() => undefined)
  return noted?.trim()
}

/** The data of a data folder's server, if it was ever started. Changes nothing. */
export async function findCluster(dataDir: string): Promise<string> {
  const folder = (await notedPlace(dataDir)) ?? join(resolve(dataDir), 'postgres')
  return join(folder, 'cluster')
}

async function makePrivate(folder: string, user: ServerUser | undefined): Promise<void> {
  await makeFolder(folder, 0o700)
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
}

/**
 * Creates the data folder under another name and renames it when it is complete. A start that is killed in between leaves nothing
 * that looks like data, and of two simultaneous starts one wins.
 */
export async function createCluster(
  home: Home,
  binaries: string,
  { durable, password }: { durable: boolean; password: string | undefined },
): Promise<void> {
  if (await exists(join(home.cluster, 'PG_VERSION'))) return
  const fresh = `${home.cluster}.${randomBytes(4).toString('hex')}`
  const options = ['-D', fresh, '-U', superuser, '-E', 'UTF8', '--no-instructions']
  if (!durable) options.push('--no-sync')
  if (password === undefined) {
    // Every user that can open the socket is trusted. Its folder is closed to others, so only we can.
    options.push('--auth=trust')
  } else {
    await writeFile(`${fresh}.password`, password, { mode: 0o600 })
    if (home.user) await chown(`${fresh}.password`, home.user.uid, home.user.gid)
    options.push('--auth=scram-sha-256', `--pwfile=${fresh}.password`)
  }
  try {
    const child = await spawnServer(
      join(binaries, 'initdb'),
      [...options, ...(await localeOptions(binaries))],
      home.folder,
      home.user,
    )
    if ((await exitOf(child)) !== 0) {
      throw new Error(`PostgreSQL cannot create its data folder:\n${await lastWords(home.folder)}`)
    }
    await rename(fresh, home.cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST' && error.code !== 'EPERM')
        throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(`${fresh}.password`, { force: true })
  }
}

/** These options are the same on every machine: the encoding is Unicode, and texts sort by code point. */
async function localeOptions(binaries: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(join(binaries, 'postgres'), ['--version'])
  return Number(/(\d+)/.exec(stdout)?.[1]) >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8', '--lc-messages=C']
}

/** The longest path of a socket, on Linux and on other systems. */
const socketPathMaxBytes = process.platform === 'linux' ? 107 : 103
const longestSocketName = '/.s.PGSQL.5432'
const shortFolder = 'purveyor-socket-'

/** A folder with a short path, closed to others, for a data folder whose own path is too long. */
export async function socketFolder(home: Home): Promise<string> {
  if (Buffer.byteLength(home.folder + longestSocketName) <= socketPathMaxBytes) return home.folder
  const base = (await isReachable(tmpdir(), home.user)) ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(base, shortFolder))
  await makePrivate(folder, home.user)
  return folder
}

/**
 * Cleans up after a server that is gone. Removes only the socket and the empty folder: the name may come from notes that were
 * copied together with another data folder.
 */
export async function removeSocketFolder(home: Home, folder: string): Promise<void> {
  if (!basename(folder).startsWith(shortFolder) || folder === home.folder) return
  await removeSocket(folder)
  await rmdir(folder).catch(() => undefined)
}

export async function removeSocket(folder: string): Promise<void> {
  await rm(folder + longestSocketName, { force: true })
  await rm(`${folder}${longestSocketName}.lock`, { force: true })
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
