import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from './command.ts'
import type { connect } from './connection.ts'
import { wrongUsage } from './exit-codes.ts'

export type Client = Awaited<ReturnType<typeof connect>>['client']

/** How often commands that wait look for something new. */
const lookMs = 2_000

export async function pauseBetweenLooks(stopping: AbortSignal): Promise<void> {
  await wait(lookMs, undefined, { signal: stopping }).catch(() => undefined)
}

/** Ctrl-C ends the command as asked, and not as a failure. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

export function countOf(call: Call): number {
  const text = call.text('count')
  if (text === undefined) return Number.POSITIVE_INFINITY
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw wrongUsage('--count must be a whole number above 0.')
  return count
}
