import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api } from '../api.ts'
import { sendChanges } from '../fields/send-changes.ts'
import type { PageQuery } from '../paged-list.tsx'
import type { Secret } from './connections-api.ts'

const webhooks = '/api/v1/webhooks'
const webhook = '/api/v1/webhooks/{webhookId}'

export type Webhook = ItemOf<paths[typeof webhooks]['get']>
export type Delivery = ItemOf<paths['/api/v1/webhooks/{webhookId}/deliveries']['get']>
type DeliveryWithAttempts = DataOf<paths['/api/v1/webhooks/deliveries/{deliveryId}']['get']>

export type WebhookDraft = {
  readonly name?: string
  readonly url: string
  readonly events: string[]
}

const of = (webhookId: string) => ({ params: { path: { webhookId } } })

export async function listWebhooks(page: PageQuery, signal: AbortSignal) {
  return api.get(webhooks, { params: { query: page }, signal })
}

export async function readWebhook(webhookId: string, signal: AbortSignal): Promise<Webhook> {
  return (await api.get(webhook, { ...of(webhookId), signal })).data
}

/** The names of the kinds of events, such as `order.created`. */
export async function listEventKinds(signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await api.get('/api/v1/webhooks/event-kinds', { signal })
  return data.map(({ type }) => type)
}

export async function createWebhook(body: WebhookDraft): Promise<Secret> {
  const { name, secret } = (await api.post(webhooks, { body })).data
  return { name, text: secret }
}

export async function changeWebhook(before: Webhook, draft: WebhookDraft): Promise<void> {
  await sendChanges(before, draft, (body) => api.patch(webhook, { ...of(before.id), body }))
}

export async function setPaused(webhookId: string, isPaused: boolean): Promise<void> {
  const body = { state: isPaused ? ('PAUSED' as const) : ('ACTIVE' as const) }
  await api.patch(webhook, { ...of(webhookId), body })
}

export async function enableWebhook(webhookId: string): Promise<void> {
  await api.post(`${webhook}/enable`, { ...of(webhookId), ...emptyBody })
}

export async function rotateWebhookSecret(webhookId: string): Promise<Secret> {
  const options = { ...of(webhookId), ...emptyBody }
  const { name, secret } = (await api.post(`${webhook}/rotate-secret`, options)).data
  return { name, text: secret }
}

export async function testWebhook(webhookId: string): Promise<void> {
  await api.post(`${webhook}/test`, { ...of(webhookId), ...emptyBody })
}

export async function deleteWebhook(webhookId: string): Promise<void> {
  await api.delete(webhook, { ...of(webhookId), ...emptyBody })
}

export async function listDeliveries(
  webhookId: string,
  state: Delivery['state'] | undefined,
  page: PageQuery,
  signal: AbortSignal,
) {
  const query = { ...page, ...(state !== undefined && { state }) }
  return api.get(`${webhook}/deliveries`, { params: { path: { webhookId }, query }, signal })
}

export async function readDelivery(
  deliveryId: string,
  signal: AbortSignal,
): Promise<DeliveryWithAttempts> {
  const options = { params: { path: { deliveryId } }, signal }
  return (await api.get('/api/v1/webhooks/deliveries/{deliveryId}', options)).data
}

export async function replayDelivery(deliveryId: string): Promise<void> {
  const options = { params: { path: { deliveryId } }, ...emptyBody }
  await api.post('/api/v1/webhooks/deliveries/{deliveryId}/replay', options)
}

/** Sends everything since the day again that did not arrive. */
export async function replayFailed(webhookId: string, since: string): Promise<void> {
  const body = { since: new Date(since).toISOString() }
  await api.post(`${webhook}/replay`, { ...of(webhookId), body })
}
