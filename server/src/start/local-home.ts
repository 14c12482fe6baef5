import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder } from '#platform/folders'

/** The secrets that a local start generates once and keeps. Only their owner can read them. */
export type LocalSecrets = {
  readonly jwtAccess: string
  readonly jwtRefresh: string
  readonly dataKey: string
  readonly paymentsApiKey: string
  readonly paymentsEventSecret: string
  readonly stripeApiKey: string
  readonly stripeEventSecret: string
  readonly ratesApiKey: string
  readonly llmApiKeyA: string
  readonly llmApiKeyB: string
}

export type LocalHome = {
  readonly folder: string
  readonly secrets: LocalSecrets
}

export async function openLocalHome(dataDir: string): Promise<LocalHome> {
  const folder = resolve(dataDir)
  await makeFolder(folder, 0o700)
  return { folder, secrets: await keptSecrets(join(folder, 'secrets.json')) }
}

async function keptSecrets(path: string): Promise<LocalSecrets> {
  const generated: LocalSecrets = {
    jwtAccess: secret(),
    jwtRefresh: secret(),
    dataKey: randomBytes(32).toString('base64'),
    paymentsApiKey: secret(),
    paymentsEventSecret: secret(),
    stripeApiKey: `sk_test_${secret()}`,
    stripeEventSecret: `whsec_${secret()}`,
    ratesApiKey: secret(),
    llmApiKeyA: secret(),
    llmApiKeyB: secret(),
  }
  try {
    const text = `${JSON.stringify(generated, null, 2)}\n`
    await writeFile(path, text, { mode: 0o600, flag: 'wx' })
    return generated
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return { ...generated, ...(JSON.parse(await readFile(path, 'utf8')) as Partial<LocalSecrets>) }
  }
}

const secret = () => randomBytes(32).toString('base64url')

/** The process that uses this folder, and its address. */
export type RunningNote = { readonly pid: number; readonly baseUrl: string }

const noteName = 'running.json'

export async function writeRunningNote(folder: string, note: RunningNote): Promise<void> {
  await writeFile(join(folder, noteName), `${JSON.stringify(note)}\n`, { mode: 0o600 })
}

export async function removeRunningNote(folder: string): Promise<void> {
  await rm(join(folder, noteName), { force: true })
}

/** The note of a process that is alive and answers. The note of a killed process is ignored. */
export async function findRunning(folder: string): Promise<RunningNote | undefined> {
  try {
    const note = JSON.parse(await readFile(join(folder, noteName), 'utf8')) as RunningNote
    process.kill(note.pid, 0)
    return note
  } catch {
    return undefined
  }
}
