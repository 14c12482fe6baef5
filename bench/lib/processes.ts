import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compiledFolder } from '../../server/src/keep-compiled.mjs'
import { freePort } from '../../server/src/platform/ports/index.ts'
import type { Traffic } from './measuring/count-traffic.ts'

export type Served = { readonly baseUrl: string; readonly pid: number; stop(): Promise<void> }

const patienceMs = 120_000
/** The search floor first makes the plans of ten connections, which takes minutes with a million products. */
const scriptPatienceMs = 900_000

/** On SIGUSR2 the process collects its garbage, so that used memory is distinguishable from garbage. */
const collectable = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())',
]
/** The option that `npm start` sets, from `.npmrc`. */
const asByNpm = '--max-semi-space-size=16'

const ownRoot = fileURLToPath(new URL('../../', import.meta.url))

/** Starts a real process of the product, as `npm start` does, without rate limits. `root` is another folder with its source. */
export async function startProduct(
  env: Readonly<Record<string, string>>,
  dataDir: string,
  root = ownRoot,
): Promise<Served> {
  const port = await freePort()
  const script = join(root, 'server/src/main.ts')
  return start(script, port, [], productEnv(env, dataDir, port))
}

/** A process of the product that says what it has sent to its clients, to PostgreSQL and to Redis. */
export type Counted = Served & { traffic(): Promise<Traffic> }

/** Starts the product of another folder with its source in the same way, and counts what it sends. */
export async function startCounted(
  root: string,
  env: Readonly<Record<string, string>>,
  dataDir: string,
): Promise<Counted> {
  const port = await freePort()
  const script = fileURLToPath(new URL('measuring/counted-service.ts', import.meta.url))
  const ports = [port, ...[env.DOCUMENT_DB_URL, env.CACHE_URL].map(portOf)].map(String)
  const served = await start(script, port, [root, ...ports], {
    ...productEnv(env, dataDir, port),
    // Production writes a line for each request, so that it belongs to its cost.
    LOG_LEVEL: 'info',
  })
  return {
    ...served,
    traffic: async () => {
      served.child.send('how much?')
      const [traffic] = await once(served.child, 'message')
      return traffic as Traffic
    },
  }
}

const portOf = (url = '') => Number(URL.parse(url)?.port ?? 0)

function productEnv(env: Readonly<Record<string, string>>, dataDir: string, port: number) {
  return {
    ...env,
    PORT: String(port),
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    PURVEYOR_DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_COMPANY_PER_MINUTE: '10000000',
    RATE_LIMIT_BURST: '1000000',
    RATE_LIMIT_AUTH_PER_MINUTE: '1000000',
    TRUST_PROXY: '127.0.0.1/32',
    // The sample catalogue behind a trusted proxy, on purpose: the bench is the proxy.
    PURVEYOR_ALLOW_LOCAL_ON_NETWORK: 'yes',
    LOG_LEVEL: 'warn',
  }
}

/** The floor: Fastify and one route that returns the same body, without our code. */
export async function startBare(body: string): Promise<Served> {
  const port = await freePort()
  const script = fileURLToPath(new URL('floors/bare-server.ts', import.meta.url))
  return start(script, port, [String(port)], { BENCH_BODY: body })
}

/** Starts a script of this folder, with its port and other arguments. It may take a while to get ready. */
export async function startScript(name: string, args: readonly string[]): Promise<Served> {
  const port = await freePort()
  const script = fileURLToPath(new URL(name, import.meta.url))
  return start(script, port, [String(port), ...args], {}, scriptPatienceMs)
}

/** Starts the gateway of Portkey, which answers at any path and takes its port as an option. */
export async function startPortkey(script: string): Promise<Served> {
  const port = await freePort()
  const args = ['--headless', `--port=${port}`]
  return start(script, port, args, { NODE_ENV: 'production' }, patienceMs, '/')
}

async function start(
  script: string,
  port: number,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  patience = patienceMs,
  probe = '/health',
): Promise<Served & { readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [asByNpm, ...collectable, script, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledFolder, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  const baseUrl = `http://127.0.0.1:${port}`
  await untilHealthy(child, baseUrl + probe, patience, () => printed)
  return {
    baseUrl,
    pid: child.pid ?? 0,
    child,
    stop: async () => {
      process.off('exit', killAtExit)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilHealthy(
  child: ChildProcess,
  url: string,
  patience: number,
  printed: () => string,
) {
  const deadline = performance.now() + patience
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(url).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    await wait(50)
  }
  child.kill('SIGKILL')
  throw new Error(`It did not come up:\n${printed()}`)
}
