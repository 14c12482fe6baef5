import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { raiseOomScore, readUsage } from '#platform/compute'
import { createPatience, type Patience } from './patience.ts'

export type KeepChildOptions = {
  /** The program. It calls `runAsChild`. */
  readonly entry: string
  /** The name of the child in the log, such as `picture processor`. */
  readonly name: string
  /** The first line that the child reads. Secrets belong here, because other processes could read an environment. */
  readonly input: object
  readonly heapMaxMb: number
  /** A child that needs more resident memory is ended and started again. */
  readonly memoryMaxMb: number
  readonly environment?: Readonly<Record<string, string>>
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
}

/** A child process of the service that is started again whenever it ends. */
export type KeptChild = {
  /** The id of the process that runs now. Undefined between a death and the next start. */
  pid(): number | undefined
  /** Resolves when the child has started. */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** How often the parent looks at its child. The limits below count its looks. */
const lookEveryMs = 1_000
/** A start reads a hundred files and compiles them, while other processes start too. */
const limits = { startLooksMax: 120, silentLooksMax: 20, healthyLooks: 30 }
const restartMsMin = 200
const restartMsMax = 5_000
const lastOutputMax = 1_000

/** Starts a child process, and starts it again whenever it dies, is stuck, or needs too much memory. */
export function keepChild(options: KeepChildOptions): KeptChild {
  const kept = { child: undefined as ChildProcess | undefined, restarts: 0, isStopped: false }
  const patience = createPatience(limits)
  let timer: NodeJS.Timeout | undefined
  let ready = Promise.withResolvers<void>()

  const start = () => {
    patience.begin()
    const child = startChild(options, patience, () => ready.resolve())
    kept.child = child
    child.once('close', (code, signal) => {
      if (kept.isStopped) return
      ready = Promise.withResolvers<void>()
      // A child that has worked for a while starts again at once, however often others died before.
      kept.restarts = patience.isHealthy() ? 0 : kept.restarts + 1
      const waitMs = Math.min(restartMsMin * 2 ** kept.restarts, restartMsMax)
      options.log.warn({ code, signal, waitMs }, `The ${options.name} has ended. It is restarted.`)
      timer = setTimeout(start, waitMs)
      timer.unref()
    })
  }
  start()
  return {
    pid: () => (hasEnded(kept.child) ? undefined : kept.child?.pid),
    ready: () => ready.promise,
    stop: async () => {
      kept.isStopped = true
      clearTimeout(timer)
      const { child } = kept
      if (!child || hasEnded(child)) return
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    },
  }
}

/** Also true for a child that could not be started. */
function hasEnded(child: ChildProcess | undefined): boolean {
  return !child?.pid || child.exitCode !== null || child.signalCode !== null
}

function startChild(
  options: KeepChildOptions,
  patience: Patience,
  onReady: () => void,
): ChildProcess {
  const { entry, name, input, heapMaxMb, memoryMaxMb, log } = options
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMaxMb}`, entry], {
    env: environmentOfChild(options),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let lastOutput = ''
  child.stdout.on('data', () => {
    patience.beat()
    onReady()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString('utf8')).slice(-lastOutputMax)
  })
  const watch = setInterval(() => {
    const bytes = readUsage(child.pid ?? 0).residentBytes ?? 0
    const isStarting = patience.isStarting()
    const isSilent = patience.look()
    if (!isSilent && bytes <= memoryMaxMb * 1_048_576) return
    log.warn({ isSilent, isStarting, residentBytes: bytes }, `The ${name} is ended by force.`)
    child.kill('SIGKILL')
  }, lookEveryMs)
  child.on('error', (error) => {
    // A child that could not be started never closes by itself.
    if (child.pid === undefined) child.emit('close', null, error.message)
  })
  child.once('close', () => {
    clearInterval(watch)
    if (lastOutput !== '') log.warn({ lastOutput }, `The ${name} wrote an error.`)
  })
  // A pipe that breaks carries no more information than the end of the child.
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    stream.on('error', () => undefined)
  }
  watch.unref()
  child.stdin.write(`${JSON.stringify(input)}\n`)
  if (child.pid !== undefined) raiseOomScore(child.pid)
  return child
}

/** No secret of the service. Windows starts no process without its variable. */
function environmentOfChild({ environment }: KeepChildOptions): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env
  return { ...environment, ...(SystemRoot && { SystemRoot }) }
}
