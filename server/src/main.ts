import { holdLittleMemory } from './hold-little-memory.ts'
import { keepCompiled } from './keep-compiled.mjs'
import type { Running } from './start/run.ts'

keepCompiled()
const { OtherMigrations } = await import('#platform/db')
const { AlreadyRunning, configurationExit, run, SettingsRefused } = await import('./start/run.ts')

/** The process: settings from its environment, a clean stop on the usual signals, an exit code that says why. */
export async function main(tell: (sentence: string) => void): Promise<Running | undefined> {
  holdLittleMemory()
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The second one is for a stop that hangs.
      if (stopping.signal.aborted) process.exit(1)
      stopping.abort()
    })
  }
  // Of a terminal that was closed: the shell and the system may both send it.
  process.on('SIGHUP', () => stopping.abort())
  let running: Running
  try {
    running = await run(process.env, tell, stopping.signal)
  } catch (error) {
    // What had been started was stopped again.
    if (stopping.signal.aborted) process.exit(0)
    return explain(error)
  }
  const stop = () =>
    running.stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  if (stopping.signal.aborted) await stop()
  stopping.signal.addEventListener('abort', stop)
  return running
}

type ListenError = NodeJS.ErrnoException & {
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
}

function explain(error: unknown): undefined {
  if (error instanceof SettingsRefused || error instanceof OtherMigrations) {
    console.error(error.message)
    process.exit(configurationExit)
  }
  if (error instanceof AlreadyRunning) {
    console.log(error.message)
    process.exit(0)
  }
  const { code, syscall, address, port, hostname } = error as ListenError
  if (code === 'EADDRINUSE') {
    console.error(
      `Port ${port} is taken. Set PORT (and SANDBOX_PORT, SANDBOX_SMTP_PORT) to free ones.`,
    )
    process.exit(1)
  }
  if (syscall === 'getaddrinfo') {
    console.error(`The name ${hostname} has no address (${code}). HOST says where to listen.`)
    process.exit(1)
  }
  if (syscall === 'listen') {
    console.error(
      `This process may not listen at ${address}:${port} (${code}). HOST and PORT say where it should.`,
    )
    process.exit(1)
  }
  console.error(error)
  process.exit(1)
}

if (import.meta.main) await main((sentence) => console.log(sentence))
