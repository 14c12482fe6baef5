import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { LocalAccess } from '../../src/start/seed-local.ts'

export type FoundService = { readonly access: LocalAccess; stop(): Promise<void> }

const patienceMs = 120_000

/** Uses the service that runs in this folder. If none runs, it starts one for the duration of the demo. */
export async function findOrStartService(
  report: (sentence: string) => void,
): Promise<FoundService> {
  const folder = resolve(process.env.PURVEYOR_DATA_DIR ?? '.purveyor')
  const running = await findAccess(folder)
  if (running) {
    report(`Playing against ${running.baseUrl}, which runs already.\n`)
    return { access: running, stop: async () => undefined }
  }
  report('No service runs here: starting one …')
  const child = startService()
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const access = await findAccess(folder)
    if (access) {
      report(`Playing against ${access.baseUrl}.\n`)
      return { access, stop: () => stopService(child) }
    }
    if (child.exitCode !== null) break
    await wait(200)
  }
  await stopService(child)
  throw new Error('The service did not start. Run `npm start` to see why.')
}

/** The file alone proves nothing, because it stays when the service stops. */
async function findAccess(folder: string): Promise<LocalAccess | undefined> {
  try {
    const note = await readFile(join(folder, 'running.json'), 'utf8')
    const { baseUrl } = JSON.parse(note) as { baseUrl: string }
    const health = await fetch(`${baseUrl}/health`)
    if (!health.ok) return undefined
    const access = JSON.parse(
      await readFile(join(folder, 'local-access.json'), 'utf8'),
    ) as LocalAccess
    return access.baseUrl === baseUrl && (await isSeeded(access)) ? access : undefined
  } catch {
    return undefined
  }
}

async function isSeeded({ baseUrl, apiKey }: LocalAccess): Promise<boolean> {
  const response = await fetch(`${baseUrl}/api/v1/products?limit=1`, {
    headers: { 'x-api-key': apiKey },
  })
  return response.ok
}

function startService(): ChildProcess {
  const script = fileURLToPath(new URL('../start.ts', import.meta.url))
  return spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function stopService(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}
