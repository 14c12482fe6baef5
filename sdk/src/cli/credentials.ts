import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CommandError, exitCodes } from './exit-codes.ts'

export type Tokens = {
  readonly accessToken: string
  readonly refreshToken: string
  /** RFC 3339. */
  readonly expiresAt: string
}

/** A person's session, the tokens of a partner app, or an API key. */
export type Credential =
  | { readonly kind: 'api_key'; readonly apiKey: string }
  | ({ readonly kind: 'session' } & Tokens)
  | ({ readonly kind: 'app'; readonly clientId: string } & Tokens)

type Kept = {
  /** The service of commands without `--url`. */
  readonly current?: string
  readonly services: Readonly<Record<string, Credential>>
}

export type CredentialStore = {
  readonly path: string
  current(): Promise<string | undefined>
  find(baseUrl: string): Promise<Credential | undefined>
  /** Keeps the credential, and makes its service the current one. */
  keep(baseUrl: string, credential: Credential): Promise<void>
  remove(baseUrl: string): Promise<void>
  /** Runs alone among the commands of this person: a refresh token works only once. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Keeps credentials in the person's folder for settings. Only the person can read the file. */
export function openCredentialStore(env: Environment): CredentialStore {
  const path = join(settingsFolder(env), 'purveyor', 'credentials.json')
  const update = async (change: (kept: Kept) => Kept) => write(path, change(await readKept(path)))
  return {
    path,
    current: async () => (await readKept(path)).current,
    find: async (baseUrl) => (await readKept(path)).services[baseUrl],
    keep: (baseUrl, credential) =>
      update(({ services }) => ({
        current: baseUrl,
        services: { ...services, [baseUrl]: credential },
      })),
    remove: (baseUrl) =>
      update(({ current, services }) => {
        const { [baseUrl]: _removed, ...others } = services
        return { ...(current === baseUrl ? {} : { current }), services: others } as Kept
      }),
    alone: (work) => runAlone(`${path}.lock`, work),
  }
}

function settingsFolder(env: Environment): string {
  if (env.XDG_CONFIG_HOME) return env.XDG_CONFIG_HOME
  if (process.platform === 'win32' && env.APPDATA) return env.APPDATA
  return join(env.HOME ?? homedir(), '.config')
}

async function readKept(path: string): Promise<Kept> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return { services: {} }
  // Windows has no such bits. There the folder belongs to the person.
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) {
    throw new CommandError(
      `Others can read your credentials. Run: chmod 600 ${path}`,
      exitCodes.notAllowed,
    )
  }
  try {
    return JSON.parse(text) as Kept
  } catch {
    throw new CommandError(
      `${path} is not valid JSON. Delete it, and sign in again.`,
      exitCodes.notAllowed,
    )
  }
}

/** The file is complete or the old one: it gets its name when it is written. */
async function write(path: string, kept: Kept): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}`
  const file = await open(fresh, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(kept, null, 2)}\n`)
  } finally {
    await file.close()
  }
  // A file of an earlier process with this id has kept its mode.
  await chmod(fresh, 0o600)
  await rename(fresh, path)
}

/** Longer than a refresh takes. A process that died leaves its lock behind. */
const lockMs = 20_000
const lookMs = 50

async function runAlone<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 })
  while (!(await isTaken(lock))) await wait(lookMs)
  try {
    return await work()
  } finally {
    await rm(lock, { force: true, recursive: true })
  }
}

async function isTaken(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const found = await stat(lock).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > lockMs)
      await rm(lock, { force: true, recursive: true })
    return false
  }
}
