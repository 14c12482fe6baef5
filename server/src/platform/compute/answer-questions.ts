import { writeSync } from 'node:fs'
import { Script } from 'node:vm'
import { createFrameReader, encodeFrame } from './frames.ts'

/** The first message to a child. */
export type Opening = { readonly setup: unknown; readonly endAfterMs: number }

/** Answers do not go to stdout, where a library may print. */
export const answersFd = 3

/**
 * The program of a child: it opens its tools, then answers one question after the other. The parent ends a child that takes too
 * long or uses too much memory. A child ends itself when its parent has ended, also during a question.
 */
export function answerQuestions<Setup, Question, Answer>(
  open: (setup: Setup) => (question: Question) => Answer | Promise<Answer>,
): void {
  // Ctrl+C in a terminal signals the whole group. The parent decides when its children end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  let work: ((question: Question) => Answer | Promise<Answer>) | undefined
  const answer = async (message: unknown): Promise<void> => {
    if (work) return send(await work(message as Question))
    const { setup, endAfterMs } = message as Opening
    work = endingAfter(endAfterMs, open(setup as Setup))
    send('ready')
  }
  process.stdin.on(
    'data',
    createFrameReader(Number.POSITIVE_INFINITY, (message) => void answer(message)),
  )
  process.stdin.once('close', () => process.exit(0))
}

function send(message: unknown): void {
  const frame = encodeFrame(message)
  for (let sent = 0; sent < frame.length; ) sent += writeSync(answersFd, frame, sent)
}

/**
 * A child in an endless loop never learns that its input was closed. Node interrupts a script after its timeout, so the child of a
 * killed parent ends too. The parent's own limit is shorter.
 */
function endingAfter<Question, Answer>(
  timeout: number,
  work: (question: Question) => Answer,
): (question: Question) => Answer {
  let current: () => Answer
  Object.defineProperty(globalThis, 'answerCurrent', { value: () => current() })
  const script = new Script('answerCurrent()')
  return (question) => {
    current = () => work(question)
    try {
      return script.runInThisContext({ timeout })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') process.exit(1)
      throw error
    }
  }
}
