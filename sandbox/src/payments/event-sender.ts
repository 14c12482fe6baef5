import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventOutcome } from './book.ts'
import type { Faults } from './faults.ts'
import type { ProviderEvent } from './intent.ts'

export type SandboxLog = {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
}

type Options = {
  readonly eventsUrl: string
  readonly secret: string
  readonly faults: Faults
  readonly now: () => Date
  readonly log: SandboxLog
  readonly close: (eventId: string, outcome: EventOutcome) => Promise<void>
  /** How an event is written and signed. The default is the sandbox's own format. */
  readonly wire?: (event: ProviderEvent) => SignedEvent
  readonly retryDelaysMs?: readonly number[]
}

export type SignedEvent = {
  readonly body: string
  /** Called for each attempt. */
  readonly headers: Readonly<Record<string, string>>
}

/** Retries for about an hour in all, quickly at first, so that a service that is restarting gets the event soon. */
const usualDelaysMs = [
  200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 1_800_000,
]
const answerWithinMs = 10_000

/** Sends each event to the merchant until the merchant accepts it or the last attempt has failed. */
export function createEventSender(options: Options) {
  const stop = new AbortController()
  const running = new Set<Promise<void>>()

  function send(event: ProviderEvent): void {
    const run = deliver(options, event, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) options.log.warn({ err: error, event: event.id }, 'event not sent')
    })
    running.add(run)
    void run.finally(() => running.delete(run))
  }

  return {
    send,
    stop: async () => {
      stop.abort()
      await Promise.all(running)
    },
  }
}

async function deliver(options: Options, event: ProviderEvent, signal: AbortSignal): Promise<void> {
  const ordered = options.faults.ofEvent(event.data.intent.merchantReference)
  if (ordered?.fault === 'drop') return options.close(event.id, 'DROPPED')
  if (ordered?.fault === 'delay') await sleep(ordered.delayMs, undefined, { signal })
  const copies = ordered?.fault === 'duplicate' ? 2 : 1
  const sent = await Promise.all(
    Array.from({ length: copies }, () => sendUntilAccepted(options, event, signal)),
  )
  await options.close(event.id, sent.every(Boolean) ? 'SENT' : 'GIVEN_UP')
}

async function sendUntilAccepted(
  options: Options,
  event: ProviderEvent,
  signal: AbortSignal,
): Promise<boolean> {
  for (const delayMs of [...(options.retryDelaysMs ?? usualDelaysMs), undefined]) {
    const status = await attempt(options, event, signal)
    if (status >= 200 && status < 300) return true
    options.log.warn({ event: event.id, status }, 'The merchant did not accept the event.')
    if (delayMs !== undefined) await sleep(delayMs, undefined, { signal })
  }
  return false
}

/** The status of the answer, or 0 without an answer. */
async function attempt(
  { eventsUrl, secret, now, wire }: Options,
  event: ProviderEvent,
  stopped: AbortSignal,
): Promise<number> {
  const { body, headers } = wire?.(event) ?? ownWire(event, secret, now())
  try {
    const answer = await fetch(eventsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(answerWithinMs)]),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    if (stopped.aborted) throw error
    return 0
  }
}

function ownWire(event: ProviderEvent, secret: string, now: Date): SignedEvent {
  const body = JSON.stringify(event)
  return { body, headers: { 'sandbox-signature': sign(body, secret, now) } }
}

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, computed for each attempt. Stripe uses the same form. */
export function sign(body: string, secret: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1_000)
  const mac = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return `t=${t},v1=${mac}`
}
