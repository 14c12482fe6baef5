import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api, emptyBody } from '../../api.ts'
import type { WatchedWebhook } from '../../api-types.ts'

const one = '/admin/companies/{companyId}/webhooks/{webhookId}'
const oneReplay = '/admin/companies/{companyId}/webhooks/replays/{replayId}'
const oneEvent = '/admin/companies/{companyId}/webhooks/events/{eventId}'
export type ReplayWithProgress = DataOf<paths[typeof oneReplay]['get']>
export type WebhookEnabled = DataOf<
  paths['/admin/companies/{companyId}/webhooks/{webhookId}/enable']['post']
>
export type ReceiverTest = NonNullable<WebhookEnabled['test']>
type Replaying = paths['/admin/companies/{companyId}/webhooks/{webhookId}/replay']['post']
export type ReplayRequest = Replaying['requestBody']['content']['application/json']
export type WebhookReplay = ItemOf<
  paths['/admin/companies/{companyId}/webhooks/{webhookId}/replays']['get']
>
export type DeliveryWithAttempts = DataOf<
  paths['/admin/companies/{companyId}/webhooks/deliveries/{deliveryId}']['get']
>

export async function getWebhook(
  companyId: string,
  webhookId: string,
  signal: AbortSignal,
): Promise<WatchedWebhook> {
  return (await api.get(one, { params: { path: { companyId, webhookId } }, signal })).data
}

type Enabling = {
  readonly companyId: string
  readonly id: string
  readonly evenIfTestFails: boolean
}

/** Tests the receiver of a webhook that the service disabled, and sends the held deliveries. */
export async function enableWebhook(enabling: Enabling): Promise<WebhookEnabled> {
  const { companyId, id: webhookId, evenIfTestFails } = enabling
  const params = {
    path: { companyId, webhookId },
    ...(evenIfTestFails && { query: { evenIfTestFails } }),
  }
  return (await api.post(`${one}/enable`, { params, ...emptyBody })).data
}

export async function replayWindow(
  companyId: string,
  webhookId: string,
  body: ReplayRequest,
): Promise<DataOf<Replaying>> {
  return (await api.post(`${one}/replay`, { params: { path: { companyId, webhookId } }, body }))
    .data
}

export async function cancelReplay(companyId: string, replayId: string): Promise<void> {
  const params = { path: { companyId, replayId } }
  await api.post('/admin/companies/{companyId}/webhooks/replays/{replayId}/cancel', {
    params,
    ...emptyBody,
  })
}

export async function getDelivery(
  companyId: string,
  deliveryId: string,
  signal: AbortSignal,
): Promise<DeliveryWithAttempts> {
  const route = '/admin/companies/{companyId}/webhooks/deliveries/{deliveryId}'
  return (await api.get(route, { params: { path: { companyId, deliveryId } }, signal })).data
}

export async function getReplay(
  companyId: string,
  replayId: string,
  signal: AbortSignal,
): Promise<ReplayWithProgress> {
  const params = { path: { companyId, replayId } }
  return (await api.get(oneReplay, { params, signal })).data
}

export async function getEvent(
  companyId: string,
  eventId: string,
  signal: AbortSignal,
): Promise<DataOf<paths[typeof oneEvent]['get']>> {
  return (await api.get(oneEvent, { params: { path: { companyId, eventId } }, signal })).data
}
