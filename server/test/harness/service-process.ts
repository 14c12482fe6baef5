import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

/** A real process of the product, reached over real HTTP. */
export type ServiceProcess = {
  readonly baseUrl: string
  readonly port: number
  readonly dataDir: string
  readonly child: ChildProcess
  /** Everything that it has printed. */
  output(): string
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** A clean stop, as Ctrl-C is. */
  stop(): Promise<void>
  /** As a power cut would. */
  kill(): Promise<void>
}

export type ServiceOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly port?: number
  /** Kept by the caller, for a second start in the same folder. */
  readonly dataDir?: string
  /** Waits until /health answers at all, until it answers 200, or not. */
  readonly until?: 'answers' | 'healthy' | 'spawned'
}

const mainScript = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const patienceMs = 150_000

export async function startService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'purveyor-test-')))
  const child = spawn(process.execPath, [mainScript], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SANDBOX_PORT: await sandboxPort(options),
      SANDBOX_SMTP_PORT: await sandboxPort(options),
      PURVEYOR_DATA_DIR: dataDir,
      // A test that is about pictures names the role `imaging` too: it costs a process.
      PURVEYOR_ROLES: 'api,worker,admin',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const collect = (chunk: Buffer) => {
    printed += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
  )
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  ended.then(() => process.off('exit', killAtExit)).catch(() => undefined)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  const baseUrl = `http://127.0.0.1:${port}`
  const service: ServiceProcess = {
    baseUrl,
    port,
    dataDir,
    child,
    output: () => printed,
    ended,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
  await waitUntil(service, options.until ?? 'healthy')
  return service
}

/** Of a service that brings a sandbox of its own. */
async function sandboxPort({ env = {} }: ServiceOptions): Promise<string> {
  return env.PAYMENTS_SANDBOX_BASE_URL ? '0' : String(await freePort())
}

async function waitUntil(service: ServiceProcess, until: 'answers' | 'healthy' | 'spawned') {
  if (until === 'spawned') return
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const status = await healthStatus(service.baseUrl)
    if (status === 200 || (until === 'answers' && status !== undefined)) return
    // One that was killed has a signal and no code.
    if (service.child.exitCode !== null || service.child.signalCode !== null) break
    await wait(20)
  }
  const words = service.output()
  await service.kill()
  throw new Error(`The service did not come up:\n${words}`)
}

async function healthStatus(baseUrl: string): Promise<number | undefined> {
  try {
    const response = await fetch(`${baseUrl}/health`)
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}
