import { after, minutesMs } from '#kernel/time'
import type { Attempt, Dispatch } from './delivery.ts'
import { retryDelayMs } from './retry.ts'

/** One attempt with its times, and what the receiver asked for. */
export type Sent = {
  readonly dispatch: Dispatch
  readonly attempt: Omit<Attempt, 'n' | 'trigger'>
  readonly retryAfter: string | undefined
}

/** The decision about the delivery after an attempt. */
export type Verdict =
  | { readonly state: 'SUCCEEDED' | 'EXHAUSTED' }
  | { readonly state: 'RETRYING'; readonly availableAt: Date }

const goneStatus = 410
/**
 * A separate transaction disables the endpoint, and holds this delivery with the others. If that transaction is lost,
 * this retry asks the receiver again.
 */
const goneAgainMs = minutesMs(1)

export function isOver({ state }: Verdict): boolean {
  return state === 'SUCCEEDED' || state === 'EXHAUSTED'
}

export function isGone({ attempt }: Sent): boolean {
  return attempt.statusCode === goneStatus
}

export function judge(sent: Sent, finishedAt: Date, random: () => number): Verdict {
  const { attempt, dispatch, retryAfter } = sent
  if (attempt.errorClass === undefined) return { state: 'SUCCEEDED' }
  if (isGone(sent)) return { state: 'RETRYING', availableAt: after(finishedAt, goneAgainMs) }
  const delayMs = retryDelayMs(
    {
      attempts: dispatch.attempts,
      statusCode: attempt.statusCode,
      isTimeout: attempt.errorClass === 'timeout',
      retryAfter,
      at: finishedAt,
    },
    random,
  )
  if (delayMs === undefined) return { state: 'EXHAUSTED' }
  return { state: 'RETRYING', availableAt: after(finishedAt, delayMs) }
}
