import { newId } from '#kernel/id'
import type { Outbound } from '#platform/net'
import type { ErrorClass } from '../deliveries/delivery.ts'
import { messageOf } from '../deliveries/subscriber.ts'
import type { Deps } from '../deps.ts'
import { testMessage, WebhookTest } from '../events.ts'
import { sendOnce } from '../receivers/send.ts'
import type { Endpoint } from './endpoint.ts'
import { findSigning } from './endpoint-store.ts'

export type TryDeps = Deps & { readonly outbound: Outbound; readonly baseUrl: string }

/** What a receiver answered to a test. */
export type Tried = {
  readonly passed: boolean
  readonly ms: number
  readonly statusCode?: number
  readonly errorClass?: ErrorClass
  /** The beginning of its text. */
  readonly answer?: string
}

/** A page of operators waits 10 seconds for its answer, whatever time a delivery has. */
const waitMs = 8_000
const answerMaxChars = 500

/**
 * Sends `webhook.test` to the receiver of an endpoint at once, whatever its state, and waits for the answer. The event is in no log
 * and has no delivery, so nothing is retried.
 */
export async function tryReceiver(deps: TryDeps, endpoint: Endpoint): Promise<Tried> {
  const now = deps.now()
  const { companyId, id: endpointId, url } = endpoint
  const { eventId, body } = messageOf({
    id: newId('evt', now),
    type: WebhookTest.type,
    version: WebhookTest.version,
    occurredAt: now,
    companyId,
    // The test is in no log.
    position: 0,
    sequence: 0,
    cause: undefined,
    entity: { type: WebhookTest.entity, id: endpointId, version: 1 },
    data: { endpointId, message: testMessage },
  })
  const message = { companyId, endpointId, url, eventId, eventType: WebhookTest.type, body }
  const signing = await findSigning(deps.database.pool, companyId, endpointId, now)
  const timeoutMs = Math.min(deps.settings.WEBHOOKS_TIMEOUT_MS, waitMs)
  const { attempt } = await sendOnce(
    { ...deps, timeoutMs },
    // A test has no data to hide: `thin` would name an event that is in no log.
    { ...message, ...signing, payload: 'full', isReplay: false },
    new AbortController().signal,
  )
  const { statusCode, errorClass, responseBody, ms } = attempt
  return {
    passed: errorClass === undefined,
    ms,
    ...(statusCode !== undefined && { statusCode }),
    ...(errorClass !== undefined && { errorClass }),
    ...(responseBody && { answer: responseBody.slice(0, answerMaxChars) }),
  }
}
