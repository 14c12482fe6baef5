import { Worker } from 'node:worker_threads'
import type { EventFacts, KindShape } from './environment.ts'
import type { Evaluation } from './evaluate.ts'
import type { Question } from './thread.ts'

/** Conditions, evaluated where they hold up nobody. */
export type Evaluator = {
  /** Throws `EvaluationStopped` when it takes too long, or too many wait. */
  evaluate(type: string, expression: string, event: EventFacts): Promise<Evaluation>
  close(): Promise<void>
}

export class EvaluationStopped extends Error {
  override readonly name = 'EvaluationStopped'
  readonly why: 'timeout' | 'busy' | 'broken'

  constructor(why: EvaluationStopped['why'], message: string) {
    super(message)
    this.why = why
  }
}

type Options = { readonly kinds: readonly KindShape[]; readonly threads?: number }
type Asked = {
  readonly question: Question
  resolve(evaluation: Evaluation): void
  reject(error: Error): void
}
type Thread = { readonly worker: Worker; current: Asked | undefined; isReady: boolean }

/** Of processor time. A machine that is busy with something else is not the condition's doing, up to `wallMs`. */
export const limitMs = 50
const wallMs = 1_000
const waitingMax = 1_000
const memoryMb = 32

/** A few threads, started when they are needed. One that overruns is ended by force, and another takes its place. */
export function createEvaluator({ kinds, threads: threadsMax = 2 }: Options): Evaluator {
  const threads = new Set<Thread>()
  const waiting: Asked[] = []
  let isClosed = false

  const end = (thread: Thread, error: EvaluationStopped): void => {
    if (!threads.delete(thread)) return
    void thread.worker.terminate()
    thread.current?.reject(error)
    thread.current = undefined
    serve()
  }

  const start = (): void => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { kinds },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
    })
    worker.unref()
    const thread: Thread = { worker, current: undefined, isReady: false }
    threads.add(thread)
    worker.on('message', (said: 'ready' | { evaluation?: Evaluation; error?: string }) => {
      if (said === 'ready') thread.isReady = true
      else {
        const { current } = thread
        thread.current = undefined
        if (said.evaluation) current?.resolve(said.evaluation)
        else current?.reject(new EvaluationStopped('broken', said.error ?? 'It said nothing.'))
      }
      serve()
    })
    worker.on('error', (error: unknown) =>
      end(thread, new EvaluationStopped('broken', String(error).slice(0, 300))),
    )
    worker.on('exit', () => end(thread, new EvaluationStopped('broken', 'The thread has ended.')))
  }

  const ask = async (thread: Thread, asked: Asked): Promise<void> => {
    thread.current = asked
    const before = await used(thread.worker)
    const started = performance.now()
    thread.worker.postMessage(asked.question)
    const look = async (): Promise<void> => {
      if (thread.current !== asked) return
      const spent = (await used(thread.worker)) - before
      if (thread.current !== asked) return
      if (spent < limitMs && performance.now() - started < wallMs) {
        setTimeout(() => void look(), Math.max(5, limitMs - spent)).unref()
        return
      }
      end(thread, new EvaluationStopped('timeout', `It took more than ${limitMs} ms.`))
    }
    setTimeout(() => void look(), limitMs).unref()
  }

  const serve = (): void => {
    if (isClosed) return
    for (const thread of threads) {
      if (waiting.length === 0) return
      const next = thread.isReady && !thread.current ? waiting.shift() : undefined
      if (next) void ask(thread, next)
    }
    const starting = [...threads].filter(({ isReady }) => !isReady).length
    if (waiting.length > starting && threads.size < threadsMax) start()
  }

  return {
    evaluate: (type, expression, event) => {
      if (isClosed || waiting.length >= waitingMax) {
        return Promise.reject(new EvaluationStopped('busy', 'Too many conditions wait.'))
      }
      return new Promise((resolve, reject) => {
        waiting.push({ question: { type, expression, event }, resolve, reject })
        serve()
      })
    },
    close: async () => {
      isClosed = true
      const closed = new EvaluationStopped('broken', 'The service stops.')
      for (const { reject } of waiting.splice(0)) reject(closed)
      const ending = [...threads].map(({ worker }) => worker.terminate())
      for (const thread of threads) end(thread, closed)
      await Promise.all(ending)
    },
  }
}

/** Milliseconds of processor time, answered also while the thread is in a loop. */
async function used(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1_000
}
