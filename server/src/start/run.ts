import { resolve } from 'node:path'
import {
  type AppEnvironment,
  isDeployed,
  readSettings,
  type SettingsReading,
} from '#platform/config'
import { OtherMigrations, startLocalPostgres } from '#platform/db'
import { listeningPort, platformSettings } from '#platform/deployment'
import { armCrashPoint } from '#platform/faults'
import { freePort } from '#platform/ports'
import { createLog, createMetrics, type Log } from '#platform/telemetry'
import type { App } from '../app/app.ts'
import { createApp } from '../app/create-app.ts'
import { settingsSlices } from '../app/modules.ts'
import { version } from '../version.ts'
import { choosePorts } from './choose-ports.ts'
import { hasOnlyRole } from './companion-place.ts'
import { localEnvironment } from './local-environment.ts'
import {
  findRunning,
  type LocalHome,
  openLocalHome,
  removeRunningNote,
  writeRunningNote,
} from './local-home.ts'
import { localLog } from './local-log.ts'
import { openSandbox } from './open-sandbox.ts'
import { seedCampaign } from './seed-campaign.ts'
import { type LocalAccess, seedLocal } from './seed-local.ts'
import { seedSource } from './seed-source.ts'
import { startAgentChild } from './start-agent.ts'
import { imagingKeysOf, startImagingChild } from './start-imaging.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type Running = {
  readonly baseUrl: string
  readonly access: LocalAccess | undefined
  stop(): Promise<void>
}

export type Progress = (sentence: string) => void

/** sysexits.h: something is wrong with the configuration, and another attempt will not help. */
export const configurationExit = 78

/** Settings that cannot be used: the process must not start. One line for each problem, never with a value. */
export class SettingsRefused extends Error {
  override readonly name = 'SettingsRefused'
}

/** Another process uses the same folder. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
}

/**
 * Starts everything that this environment asks for, and returns how to stop it. If it is stopped before it has started, it stops
 * what has started and throws the reason.
 */
export async function run(
  environment: Environment,
  report: Progress,
  stopping: AbortSignal,
): Promise<Running> {
  const first = readSettings(settingsSlices, environment)
  if (first.problems.length > 0) throw refusal(first.problems)
  const { APP_ENV } = first.of(platformSettings)
  const named = environment.PURVEYOR_CRASH_AT
  if (APP_ENV === 'test' && named) {
    armCrashPoint(named, Number(environment.PURVEYOR_CRASH_HIT ?? 1))
  }
  return isDeployed(APP_ENV as AppEnvironment)
    ? runDeployed(environment)
    : runLocal(environment, report, stopping)
}

async function runDeployed(environment: Environment): Promise<Running> {
  const settings = readSettings(settingsSlices, environment)
  const values = settings.of(platformSettings)
  const log = createLog({ level: values.LOG_LEVEL })
  if (hasOnlyRole(settings, 'imaging')) return runImaging(settings, log)
  if (hasOnlyRole(settings, 'agent')) return runAgent(settings, log)
  const metrics = createMetrics({ processMetrics: true })
  const app = createApp({ settings, log, metrics, now, version })
  const companions = [startImagingChild(settings, log), startAgentChild(settings, log)]
  const baseUrl = await app.http.listen({ host: values.HOST, port: listeningPort(values) })
  log.info({ address: baseUrl, environment: values.APP_ENV }, 'Listening.')
  app.start().catch((error) => {
    log.fatal({ err: error }, 'The start failed.')
    process.exitCode = error instanceof OtherMigrations ? configurationExit : 1
    void app.stop()
  })
  const stop = async () => {
    await app.stop()
    await Promise.all(companions.map((one) => one?.stop()))
  }
  return { baseUrl, access: undefined, stop }
}

/** The picture processor on its own. It needs no database, only the keys that sign its requests. */
async function runImaging(settings: SettingsReading, log: Log): Promise<Running> {
  if (!imagingKeysOf(settings)) {
    const problem =
      'is needed by the role imaging, with IMAGE_PROC_SALT, or DATA_ENCRYPTION_KEYS in their place'
    throw refusal([{ name: 'IMAGE_PROC_KEY', problem }])
  }
  const imaging = startImagingChild(settings, log)
  if (!imaging) throw new Error('a process with the role imaging has a processor')
  await imaging.ready()
  log.info({ address: imaging.url }, 'The picture processor is listening.')
  return { baseUrl: imaging.url, access: undefined, stop: () => imaging.stop() }
}

/** The agent companion on its own. It needs no database and no secret. */
async function runAgent(settings: SettingsReading, log: Log): Promise<Running> {
  const agent = startAgentChild(settings, log)
  if (!agent) throw new Error('a process with the role agent has a companion')
  await agent.ready()
  log.info({ address: agent.url }, 'The agent companion is listening.')
  return { baseUrl: agent.url, access: undefined, stop: () => agent.stop() }
}

async function runLocal(
  environment: Environment,
  report: Progress,
  stopping: AbortSignal,
): Promise<Running> {
  const preset = readSettings(settingsSlices, environment).of(platformSettings)
  const home = await openLocalHome(preset.PURVEYOR_DATA_DIR).catch((error) => {
    const folder = resolve(preset.PURVEYOR_DATA_DIR)
    const problem = `cannot be ${folder}: it must be a folder that this account may write to (${error.message})`
    throw refusal([{ name: 'PURVEYOR_DATA_DIR', problem }])
  })
  const running = await findRunning(home.folder)
  if (running) {
    throw new AlreadyRunning(
      `Purveyor runs already (process ${running.pid}) at ${running.baseUrl}.`,
    )
  }
  const hasSandbox = !environment.PAYMENTS_SANDBOX_BASE_URL
  const { port, sandboxPort, smtpPort } = await choosePorts(preset, hasSandbox)
  const baseUrl = preset.BASE_URL ?? `http://127.0.0.1:${port}`
  const log = createLog({ level: preset.LOG_LEVEL, destination: localLog(home) })

  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const databaseUrl = preset.DOCUMENT_DB_URL ?? (await ownPostgres(home, log, undo, report))
    stopping.throwIfAborted()
    const addresses = await localAddresses(environment, preset.PURVEYOR_ROLES, {
      sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
      smtpPort: hasSandbox ? smtpPort : undefined,
    })
    const local = localEnvironment(home, { baseUrl, databaseUrl, ...addresses })
    const settings = readSettings(settingsSlices, environment, { ...local, PORT: String(port) })
    if (settings.problems.length > 0) throw refusal(settings.problems)

    const strict = preset.APP_ENV === 'test'
    const metrics = createMetrics({ processMetrics: true })
    const app = createApp({ settings, log, metrics, now, version, strict })
    undo.push(() => app.stop())
    const sandbox = hasSandbox
      ? await openSandbox(home, log, { port: sandboxPort, smtpPort, baseUrl, now })
      : undefined
    if (sandbox) undo.push(() => sandbox.close())
    for (const companion of [startImagingChild(settings, log), startAgentChild(settings, log)]) {
      if (companion) undo.push(() => companion.stop())
    }
    await app.http.listen({ host: preset.HOST, port })
    await orStopped(stopping, startedPatiently(app, home, preset.DOCUMENT_DB_URL, report))
    await writeRunningNote(home.folder, { pid: process.pid, baseUrl })
    undo.push(() => removeRunningNote(home.folder))
    if (preset.APP_ENV !== 'local') return { baseUrl, access: undefined, stop }
    const receiverUrl = `${sandbox?.url ?? addresses.sandboxUrl}/receiver`
    await orStopped(stopping, firstRates(app, log))
    const access = await seed(app, home, {
      baseUrl,
      receiverUrl,
      picturesUrl: sandbox && `${sandbox.url}/pictures`,
      supplierUrl: sandbox?.supplierUrl,
      report,
      stopping,
    })
    return { baseUrl, access, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The addresses of what this start brings along, except what the environment names. */
async function localAddresses(
  environment: Environment,
  roles: string,
  sandbox: { readonly sandboxUrl: string; readonly smtpPort: number | undefined },
) {
  const { sandboxUrl, smtpPort } = sandbox
  const hasSandbox = smtpPort !== undefined
  const hasAgent = environment.AI_AGENT_BASE_URL || !roles.split(',').includes('agent')
  const hasImaging = environment.IMAGE_PROC_BASE_URL || !roles.split(',').includes('imaging')
  // A key of a real provider must not be sent to the sandbox, and a sandbox key must not be sent to a provider. So both settings are
  // given, or neither.
  const hasRates = environment.EXCHANGE_RATE_BASE_URL || environment.EXCHANGE_RATE_API_KEY
  const hasLlm = Object.keys(environment).some((name) =>
    /^LLM_(?:PROVIDER|MODEL|ALLOWED)_/.test(name),
  )
  const hasStripe = environment.PAYMENTS_STRIPE_BASE_URL || environment.PAYMENTS_STRIPE_API_KEY
  return {
    sandboxUrl,
    smtpUrl: hasSandbox ? `smtp://127.0.0.1:${smtpPort}` : undefined,
    ratesUrl: hasSandbox && !hasRates ? `${sandboxUrl}/rates` : undefined,
    stripeUrl: hasSandbox && !hasStripe ? sandboxUrl : undefined,
    llmUrl: hasSandbox && !hasLlm ? `${sandboxUrl}/llm` : undefined,
    // Any free port: only this process needs to know where its processor listens.
    imagingUrl: hasImaging ? undefined : `http://127.0.0.1:${await freePort()}`,
    agentUrl: hasAgent ? undefined : `http://127.0.0.1:${await freePort()}`,
  }
}

async function ownPostgres(
  home: LocalHome,
  log: Log,
  undo: (() => Promise<void>)[],
  report: Progress,
): Promise<string> {
  report('Starting PostgreSQL …')
  const postgres = await startLocalPostgres({
    dataDir: home.folder,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  })
  undo.push(() => postgres.stop())
  return postgres.url
}

async function seed(
  { parts }: App,
  home: LocalHome,
  {
    baseUrl,
    receiverUrl,
    picturesUrl,
    supplierUrl,
    report,
    stopping,
  }: {
    readonly baseUrl: string
    readonly receiverUrl: string
    /** The picture host of the sandbox, from which the products of the sample catalogue have their pictures. */
    readonly picturesUrl: string | undefined
    /** The site of the sandbox's supplier, which can be crawled. */
    readonly supplierUrl: string | undefined
    readonly report: Progress
    readonly stopping: AbortSignal
  },
): Promise<LocalAccess | undefined> {
  if (!parts) return undefined
  const { platform, modules } = parts
  const { identity, payments } = modules
  let reported = 0
  const onProgress = (loaded: number) => {
    // An import that did not finish continues at the next start.
    stopping.throwIfAborted()
    if (loaded - reported < 4_000) return
    reported = loaded
    report(`Loading the sample catalogue: ${loaded} products …`)
  }
  const pictureUrlOf = picturesUrl
    ? (sku: string) => `${picturesUrl}/${encodeURIComponent(sku)}.png`
    : undefined
  const access = await seedLocal(
    { database: platform.database, identity, payments, now, onProgress, pictureUrlOf },
    home.folder,
    {
      baseUrl,
      adminUrl: `${baseUrl}/admin`,
      docsUrl: `${baseUrl}/docs`,
      receiverUrl,
    },
  )
  await seedCampaign(modules)
  if (supplierUrl !== undefined) await seedSource(modules, supplierUrl)
  return access
}

const quietMs = 2_000

/** Waits for a database that is away and prints that it waits: otherwise the terminal would show nothing. */
async function startedPatiently(
  app: App,
  { folder }: LocalHome,
  named: string | undefined,
  report: Progress,
): Promise<void> {
  const waiting = setTimeout(() => {
    if (named === undefined) return
    report(`Waiting for the database that DOCUMENT_DB_URL names. Why: see ${folder}/purveyor.log.`)
  }, quietMs)
  await app.start().finally(() => clearTimeout(waiting))
}

/** So that a newcomer can ask for prices in any currency at once. Everything else works without exchange rates. */
async function firstRates({ parts }: App, log: Log): Promise<void> {
  await parts?.modules.fx.fetchRates().catch((error: unknown) => {
    log.warn({ err: error }, 'No exchange rates yet.')
  })
}

/** The work, or the reason to stop as soon as there is one. */
function orStopped<T>(stopping: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopping.reason)
    if (stopping.aborted) stop()
    stopping.addEventListener('abort', stop)
    work.then(resolve, reject).finally(() => stopping.removeEventListener('abort', stop))
  })
}

function refusal(problems: readonly { name: string; problem: string }[]): SettingsRefused {
  return new SettingsRefused(problems.map(({ name, problem }) => `${name} ${problem}`).join('\n'))
}

const now = () => new Date()
