import { describe, expect, it } from 'vitest'
import { aKey, type Client, createClient } from '../journeys/client.ts'
import { checkOut, fillCart } from '../journeys/purchase.ts'
import { useWorld } from '../journeys/world.ts'
import { aPurchase, aWebhook, rowsOf, sendRaw, until } from './attack.ts'

const world = await useWorld()
const ours = await world.company()
const purchase = await aPurchase(world, ours)
const webhookId = (await aWebhook(ours.admin)).id
const { productId } = purchase
const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
const checkoutId = (await checkOut(ours.buyer, version)).body.data.id

describe(
  'function level: n8n GHSA-h3jj-5f3v-3685, CVE-2026-56350; Shopper CVE-2026-47740; LiteLLM AIKIDO-2025-10710, ' +
    'CVE-2026-42271; Medusa #16610',
  () => {
    it('a scope to read payments moves no money', async () => {
      const reader = await keyWith('payments:read')
      const path = `/api/v1/payments/${purchase.paymentId}`
      expect((await reader.get(path)).status).toBe(200)
      await refusedAll(reader, [
        () => reader.post(`${path}/capture`, {}),
        () => reader.post(`${path}/void`),
        () => reader.post(`${path}/refunds`, {}, { key: aKey() }),
        () =>
          reader.post(
            `/api/v1/checkout/${checkoutId}/payment`,
            { method: 'card' },
            { key: aKey() },
          ),
      ])
    })

    it('attempts are in the audit log of the company', async () => {
      const reader = await keyWith('payments:read')
      const path = `/api/v1/payments/${purchase.paymentId}`
      for (let time = 0; time < 5; time += 1) {
        expect((await reader.post(`${path}/refunds`, {}, { key: aKey() })).status).toBe(403)
      }
      const query =
        'action=identity.access_denied&target=POST%20/api/v1/payments/:paymentId/refunds'
      const entries = await until(async () => {
        const { data } = (await ours.admin.get(`/api/v1/audit?${query}`)).body
        return data.length > 0 ? data : undefined
      })
      expect(entries[0]).toMatchObject({
        actor: { kind: 'api_key' },
        outcome: 'refused',
        details: { needs: 'payments:write' },
        requestId: expect.any(String),
      })
    })

    it('a scope to read orders changes none', async () => {
      const reader = await keyWith('orders:read')
      expect((await reader.get(`/api/v1/orders/${purchase.orderId}`)).status).toBe(200)
      await refusedAll(reader, [
        () => reader.post('/api/v1/cart/items', { productId: purchase.productId, quantity: 1 }),
        () => reader.delete('/api/v1/cart?expectedSnapshotVersion=1'),
        () => reader.patch('/api/v1/cart', { currency: 'USD', expectedSnapshotVersion: 1 }),
        () => checkOut(reader, 1),
        () => reader.post(`/api/v1/checkout/${checkoutId}/cancel`),
        () => reader.post('/api/v1/contracts/cart-concurrency/certifications', {}),
      ])
    })

    it('a scope to write orders pays for none', async () => {
      const writer = await keyWith('orders:write', 'orders:read')
      const path = `/api/v1/payments/${purchase.paymentId}`
      await refusedAll(writer, [
        () => writer.get(path),
        () =>
          writer.post(
            `/api/v1/checkout/${checkoutId}/payment`,
            { method: 'card' },
            { key: aKey() },
          ),
        () => writer.post(`${path}/refunds`, {}, { key: aKey() }),
      ])
    })

    it('testing a webhook needs the same right as saving it', async () => {
      const everythingElse = await keyWith('orders:write', 'payments:write', 'support:write')
      const path = `/api/v1/webhooks/${webhookId}`
      for (const client of [everythingElse, ours.buyer, ours.approver]) {
        await refusedAll(client, [
          () => client.get(path),
          () => client.post(`${path}/test`),
          () => client.post(`${path}/enable`),
          () => client.post(`${path}/rotate-secret`),
          () => client.patch(path, { url: 'http://127.0.0.1:9/elsewhere' }),
          () =>
            client.post(`${path}/replay`, {
              from: '2026-01-01T00:00:00Z',
              to: '2026-01-02T00:00:00Z',
            }),
        ])
      }
    })

    it('an approver cannot pay, and an administrator of a company cannot run the platform', async () => {
      const { approver, admin } = ours
      await refusedAll(approver, [
        () =>
          approver.post(
            `/api/v1/checkout/${checkoutId}/payment`,
            { method: 'card' },
            { key: aKey() },
          ),
        () => approver.post(`/api/v1/payments/${purchase.paymentId}/refunds`, {}, { key: aKey() }),
        () => approver.post('/api/v1/api-keys', { name: 'Mine', scopes: ['payments:write'] }),
      ])
      await refusedAll(admin, [
        () => admin.get('/health/ops'),
        () => admin.get('/health/detailed'),
        () => admin.get('/notifications/incidents'),
        () => admin.get('/admin/contracts/cart-concurrency'),
      ])
      const metrics = await sendRaw(world.baseUrl, '/metrics', { headers: admin.headers })
      expect(metrics.status).toBe(403)
    })

    it('a right to read includes no way to write', async () => {
      const before = await rowsOf(world, ours.companyId)
      const { headers } = await keyWith('orders:read', 'payments:read')
      const json = { ...headers, 'content-type': 'application/json' }
      for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
        for (const method of ['GET', 'POST'] as const) {
          await sendRaw(world.baseUrl, `/api/v1/cart?expectedSnapshotVersion=1&_method=DELETE`, {
            method,
            headers: { ...json, [name]: 'DELETE' },
            ...(method === 'POST' ? { body: '{"_method":"DELETE"}' } : {}),
          })
        }
      }
      for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'PROPFIND']) {
        const { status } = await sendRaw(world.baseUrl, `/api/v1/checkout/${checkoutId}/cancel`, {
          method,
          headers,
        })
        expect([204, 400, 404, 405, 501], method).toContain(status)
      }
      expect(await rowsOf(world, ours.companyId)).toBe(before)
    })
  },
)

async function keyWith(...scopes: string[]): Promise<Client> {
  const { body } = await ours.admin.post('/api/v1/api-keys', { name: 'Probe', scopes })
  return createClient(world.baseUrl, { apiKey: body.data.key })
}

async function refusedAll(client: Client, calls: readonly (() => Promise<{ status: number }>)[]) {
  const before = await rowsOf(world, ours.companyId)
  for (const call of calls) expect((await call()).status, call.toString()).toBe(403)
  expect(await rowsOf(world, ours.companyId)).toBe(before)
  expect(client).toBeTruthy()
}
