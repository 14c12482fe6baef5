import { parentPort, workerData } from 'node:worker_threads'
import type { EventFacts, KindShape } from './environment.ts'
import { createEvaluation } from './evaluate.ts'

/** The inside of a thread: one question, one answer. Whoever asks ends the thread when it takes too long. */
export type Question = {
  readonly type: string
  readonly expression: string
  readonly event: EventFacts
}

const evaluate = createEvaluation((workerData as { kinds: readonly KindShape[] }).kinds)

parentPort?.on('message', ({ type, expression, event }: Question) => {
  try {
    parentPort?.postMessage({ evaluation: evaluate(type, expression, event) })
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message.slice(0, 300) })
  }
})
parentPort?.postMessage('ready')
