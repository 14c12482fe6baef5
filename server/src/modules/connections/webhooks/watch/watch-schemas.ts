import { type Static, Type } from 'typebox'
import type { Locale } from '#kernel/locale'
import { record } from '#kernel/record'
import { defineSentences } from '#platform/texts'
import { hostOf } from '../endpoints/audit-endpoint.ts'
import { type WatchedEndpoint, waitingCountedMax } from './watch-store.ts'

const Instant = Type.String({ format: 'date-time' })
const countedUpTo = `Counted up to ${waitingCountedMax.toLocaleString('en')}.`

export const WatchedEndpointView = record(
  'WatchedWebhook',
  'A webhook of any company, as operators watch it.',
  {
    id: Type.String(),
    companyId: Type.String(),
    companyName: Type.Optional(Type.String()),
    name: Type.String(),
    host: Type.String({
      description: 'The host of its address. The rest of the address may be secret.',
    }),
    state: Type.Enum(['ACTIVE', 'PAUSED', 'DISABLED']),
    why: Type.Optional(
      Type.String({
        description: 'The reason why nothing is sent, or the problem of the receiver.',
      }),
    ),
    disabledAt: Type.Optional(Instant),
    breakerOpenUntil: Type.Optional(Instant),
    failingSince: Type.Optional(Instant),
    failures: Type.Integer({ description: 'The number of failures in a row.' }),
    lastSuccessAt: Type.Optional(Instant),
    waiting: Type.Integer({ description: `Deliveries that wait to be sent. ${countedUpTo}` }),
    held: Type.Integer({ description: `Deliveries that are held. ${countedUpTo}` }),
    oldestWaiting: Type.Optional(
      Type.Object(
        {
          deliveryId: Type.String(),
          eventType: Type.String(),
          since: Instant,
          lastStatus: Type.Optional(Type.Integer()),
          lastError: Type.Optional(Type.String()),
        },
        { description: 'The oldest delivery that waits or is held.' },
      ),
    ),
  },
)

export const watchedExample: Static<typeof WatchedEndpointView> = {
  id: 'whk_01m7x9v1c40e5rk2m8w3tq6zna',
  companyId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w1',
  companyName: 'Example GmbH',
  name: 'ERP, production',
  host: 'erp.example.com',
  state: 'ACTIVE',
  why: 'Most attempts failed: one is tried every 30 seconds.',
  breakerOpenUntil: '2026-01-02T03:34:35.000Z',
  failingSince: '2026-01-02T03:04:05.000Z',
  failures: 31,
  lastSuccessAt: '2026-01-02T03:03:05.000Z',
  waiting: 1,
  held: 240,
  oldestWaiting: {
    deliveryId: 'dlv_01m7xb82dw3khw78phh28dvacd',
    eventType: 'order.created',
    since: '2026-01-02T03:04:00.000Z',
    lastStatus: 503,
    lastError: 'status',
  },
}

/** `companyName`: undefined if the company no longer exists. */
export type NamedEndpoint = WatchedEndpoint & { readonly companyName: string | undefined }

export function viewWatched(
  endpoint: NamedEndpoint,
  locale: Locale,
): Static<typeof WatchedEndpointView> {
  const { disabledAt, breakerOpenUntil, failingSince, lastSuccessAt, oldestWaiting } = endpoint
  const { companyName } = endpoint
  const why = whyOf(endpoint, locale)
  return {
    id: endpoint.id,
    companyId: endpoint.companyId,
    ...(companyName !== undefined && { companyName }),
    name: endpoint.name,
    host: hostOf(endpoint.url),
    state: endpoint.state,
    ...(why !== undefined && { why }),
    ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
    ...(breakerOpenUntil && { breakerOpenUntil: breakerOpenUntil.toISOString() }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    failures: endpoint.failures,
    ...(lastSuccessAt && { lastSuccessAt: lastSuccessAt.toISOString() }),
    waiting: endpoint.waiting,
    held: endpoint.held,
    ...(oldestWaiting && { oldestWaiting: viewOldest(oldestWaiting) }),
  }
}

function viewOldest(oldest: NonNullable<WatchedEndpoint['oldestWaiting']>) {
  const { lastStatus, lastError } = oldest
  return {
    deliveryId: oldest.deliveryId,
    eventType: oldest.eventType,
    since: oldest.since.toISOString(),
    ...(lastStatus !== undefined && { lastStatus }),
    ...(lastError !== undefined && { lastError }),
  }
}

const write = defineSentences('operators/webhooks')

function whyOf(endpoint: WatchedEndpoint, locale: Locale): string | undefined {
  const why = stateOf(endpoint)
  return why && write({ locale, key: why.key, english: why.english })
}

type Why = { readonly key: string; readonly english: string }

function stateOf(endpoint: WatchedEndpoint): Why | undefined {
  const { state, disabledReason, breakerOpenUntil, failingSince } = endpoint
  if (disabledReason === 'gone') return { key: 'gone', english: 'Its receiver answered 410.' }
  if (disabledReason === 'failing') {
    return { key: 'failing', english: 'Its receiver has failed for days.' }
  }
  if (state === 'PAUSED') return { key: 'paused', english: 'Its company has paused it.' }
  if (breakerOpenUntil) {
    return { key: 'breaker', english: 'Most attempts failed: one is tried every 30 seconds.' }
  }
  return failingSince
    ? { key: 'retrying', english: 'Its last attempts failed. They are made again.' }
    : undefined
}
