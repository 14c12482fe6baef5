import { AsyncLocalStorage } from 'node:async_hooks'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DefaultQueryExecutor } from 'kysely'
import pg from 'pg'
import { RoundTrip } from '../../src/platform/db/statements/round-trip.ts'

/** A function of the service, as it is found on the call stack of a statement. */
export type Caller = { readonly name: string; readonly file: string }

export type Sent = {
  /** What goes out in front of it: the beginning of the transaction, and settings. */
  readonly ahead: readonly string[]
  readonly text: string
  readonly values: readonly unknown[]
  /** The connection keeps it, and with it a plan for any values. */
  readonly isPrepared: boolean
  /** The end of the transaction goes out with it. */
  readonly commits: boolean
  /** The functions of the service that wait for the statement, innermost first. */
  readonly callers: readonly Caller[]
}

/** The function of the service that makes the statement. */
export function functionOf({ callers }: Pick<Sent, 'callers'>): Caller {
  const known = callers.filter(({ file }) => !file.startsWith(databaseFolder))
  return known.find(({ name }) => name !== '' && name !== '<anonymous>') ?? nobody
}

export const commit = 'commit'
const databaseFolder = 'server/src/platform/db/'
/** A process says every few seconds that it lives: on a slow machine also while it is recorded. */
const signOfLife = 'server/src/platform/leases/processes.ts'
const nobody: Caller = { name: '', file: '' }

/** The statements of one call. `at` counts the calls: a call that waited for a connection keeps its place. */
type Call = { readonly at: number; readonly callers: readonly Caller[] }
type Recorded = Sent & { readonly at: number }
type Method = (this: unknown, ...given: unknown[]) => unknown

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const framesMax = 200

/**
 * Runs `work` and returns the statements that this process sends to PostgreSQL meanwhile, in the order of the calls. With the
 * name of a database only those that are sent to it.
 */
export async function recordStatements(
  work: (soFar: () => readonly Sent[]) => Promise<unknown>,
  database?: string,
): Promise<Sent[]> {
  const recorded: Recorded[] = []
  const calls = new AsyncLocalStorage<Call>()
  let count = 0
  const newCall = (callers: readonly Caller[]): Call => {
    count += 1
    return { at: count, callers }
  }
  const keep = ({ steps }: RoundTrip): void => {
    // Kysely sends `commit` by itself.
    const { at, callers } = calls.getStore() ?? newCall([])
    const place = Math.max(
      0,
      steps.findLastIndex(({ text }) => text !== commit),
    )
    const own = steps[place]
    if (!own || callers.some(({ file }) => file === signOfLife)) return
    const { text, values, name } = own
    const ahead = steps.slice(0, place).map((step) => step.text)
    const commits = steps.length > place + 1
    recorded.push({ ahead, text, values, isPrepared: name !== '', commits, at, callers })
  }
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = framesMax
  const restore = [
    wrap(executorOf(), 'executeQuery', (call) => calls.run(newCall(callersOf(new Error())), call)),
    wrap(pg.Client.prototype, 'query', (call, [sent], client) => {
      const isAsked = database === undefined || (client as pg.Client).database === database
      if (isAsked && sent instanceof RoundTrip) keep(sent)
      return call()
    }),
  ]
  try {
    await work(() => recorded)
  } finally {
    for (const each of restore) each()
    Error.stackTraceLimit = stackTraceLimit
  }
  return recorded.sort((a, b) => a.at - b.at)
}

/** Where Kysely's class keeps the method: it may be a class above it. */
function executorOf(): object {
  let prototype: object = DefaultQueryExecutor.prototype
  while (!Object.hasOwn(prototype, 'executeQuery')) prototype = Object.getPrototypeOf(prototype)
  return prototype
}

function wrap(
  target: object,
  name: string,
  around: (call: () => unknown, given: readonly unknown[], self: unknown) => unknown,
): () => void {
  const methods = target as Record<string, Method>
  const original = methods[name] as Method
  methods[name] = function (...given) {
    return around(() => original.apply(this, given), given, this)
  }
  return () => {
    methods[name] = original
  }
}

const frame = /^\s+at (?:async )?(?:(?<name>\S+) (?:\[as \S+\] )?\()?(?<place>[^()]+?):\d+:\d+\)?$/

function callersOf({ stack = '' }: Error): Caller[] {
  return stack.split('\n').flatMap((line) => {
    const { name, place } = frame.exec(line)?.groups ?? {}
    const path = place?.startsWith('file:') ? fileURLToPath(place) : place
    if (!path?.startsWith(source)) return []
    return [{ name: name?.split('.').at(-1) ?? '', file: `server/src/${relative(source, path)}` }]
  })
}
