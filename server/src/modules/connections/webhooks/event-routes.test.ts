import { expect, it } from 'vitest'
import { listRoutes } from '#platform/lists'
import { useHttp } from '#testing/http'
import {
  OrderCreated,
  OrderIndexed,
  OrderShipped,
  useWebhookService,
} from '#testing/webhook-service'
import { aWebhook, aWebhookManager, useReceiver } from '#testing/webhooks'
import { createDelivering } from './deliveries/delivering.ts'
import { webhooksRoutes } from './index.ts'
import { webhookLists } from './webhook-lists.ts'

const own = aWebhookManager('co_own')
const callers = {
  own,
  other: aWebhookManager('co_other'),
  reader: { ...own, scopes: new Set(['orders:read'] as const) },
}
const service = await useWebhookService()
const receiver = await useReceiver()
const { now, database, seal } = service.deps
const lists = listRoutes(database, ...webhookLists(service.webhooks))
const http = await useHttp([webhooksRoutes(service.webhooks), lists], {
  callers,
  now,
  database,
  seal,
})

type Meta = { readonly code?: string; readonly nextCursor?: string; readonly details?: object }
type Listed = { readonly sequence: number; readonly type: string }

it('events are listed as deliveries have them: newest first, or after one, by kind, and for their company alone', async () => {
  await aWebhook(service.webhooks, own, { url: receiver.url })
  await service.publish('co_own', OrderCreated, 2)
  await service.publish('co_own', OrderIndexed)
  await service.publish('co_other')
  await service.publish('co_own', OrderShipped)

  const listed = await list('?limit=100')
  expect(listed.data.map(({ sequence, type }) => [sequence, type])).toEqual([
    [4, 'order.shipped'],
    [2, 'order.created'],
    [1, 'order.created'],
  ])
  const delivering = createDelivering(service.deps)
  await service.deliver(delivering, 'co_own')
  const delivered = receiver.received.map(({ body }) => JSON.parse(body) as Listed)
  expect(delivered).toHaveLength(3)
  expect(listed.data).toEqual(expect.arrayContaining(delivered))

  expect((await list('?after=1')).data.map(numbersOf)).toEqual([2, 4])
  expect((await list('?after=4')).data).toEqual([])
  expect((await list('?kind=order.shipped')).data.map(numbersOf)).toEqual([4])
  expect((await list('?kind=order.*&after=0')).data.map(numbersOf)).toEqual([1, 2, 4])
  expect((await list('', 'other')).data.map(numbersOf)).toEqual([1])

  const first = await list('?after=0&limit=2')
  expect(first.data.map(numbersOf)).toEqual([1, 2])
  const { nextCursor } = first.meta
  const next = await list(`?after=0&limit=2&cursor=${nextCursor}`)
  expect(next).toMatchObject({ data: [{ sequence: 4 }], meta: { limit: 2 } })
  expect(next.meta).not.toHaveProperty('nextCursor')
  expect((await list(`?after=1&cursor=${nextCursor}`)).meta.code).toBe('platform.cursor_invalid')
})

it('an unknown kind, one that is not public, a wrong number and a missing scope are refused', async () => {
  for (const kind of ['order.crated', 'orders.order_indexed', 'orders.*']) {
    const refused = await list(`?kind=${kind}`)
    expect(refused.meta.code, kind).toBe('webhooks.event_kind_unknown')
  }
  for (const after of ['-1', 'x', '1.5', '99999999999999999999']) {
    expect((await list(`?after=${after}`)).meta.code, after).toBe('platform.request_invalid')
  }
  expect((await list('', 'reader')).meta).toMatchObject({ details: { needs: 'webhooks:manage' } })
})

const numbersOf = ({ sequence }: Listed) => sequence

async function list(query: string, caller = 'own') {
  const url = `/api/v1/webhooks/events${query}`
  const answer = await http.inject({ url, headers: { 'x-api-key': caller } })
  return answer.json() as { data: Listed[]; meta: Meta }
}
