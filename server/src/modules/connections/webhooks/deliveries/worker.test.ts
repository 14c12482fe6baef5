import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createOutbound } from '#platform/net'
import { OrderCreated, useWebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager, useReceiver } from '#testing/webhooks'
import { createWebhooks } from '../index.ts'

const service = await useWebhookService()
const receiver = await useReceiver()

describe('the delivery worker', () => {
  it('wakes on a new event, sends each event once, and stops', async () => {
    const actor = aWebhookManager('co_worker')
    await aWebhook(service.webhooks, actor, { url: receiver.url })
    const workers = [service.webhooks.startWorker(), service.webhooks.startWorker()]
    service.dispatcher.start()

    const ids = await service.publish('co_worker', OrderCreated, 150)
    const deadline = performance.now() + 150_000
    while (receiver.received.length < ids.length && performance.now() < deadline) {
      await wait(10)
      service.advance(10)
    }
    await service.dispatcher.stop()
    await Promise.all(workers.map((worker) => worker.stop()))

    const arrived = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(arrived.sort()).toEqual([...ids].sort())
    expect(await service.webhooks.metrics()).toMatchObject({
      pending: 0,
      retrying: 0,
      attempts24h: 150,
      successes24h: 150,
      oldestDueAgeSeconds: 0,
    })
    const measured = await service.measured()
    expect(measured).toContain('events_total{type="order.created"} 150')
    expect(measured).toContain('webhooks_attempts_total{outcome="SUCCEEDED",failure=""} 150')
  }, 180_000)
})

describe('a deployed service', () => {
  it.each([
    'http://93.184.216.34/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/',
    'https://localhost/',
    'https://example.com:8080/',
  ])('refuses a subscription to %s', async (url) => {
    const outbound = createOutbound({ allowPrivate: false, userAgent: 'Purveyor' })
    const webhooks = createWebhooks({ ...service.deps, outbound })

    await expect(aWebhook(webhooks, aWebhookManager('co_deployed'), { url })).rejects.toMatchObject(
      { code: 'webhooks.url_unsafe', status: 400 },
    )
    await outbound.close()
  })

  it('checks the address at every attempt, not only at creation', async () => {
    const actor = aWebhookManager('co_rebound')
    const { endpoint } = await aWebhook(service.webhooks, actor, { url: receiver.url })
    await service.publish('co_rebound')
    const before = receiver.received.length
    const outbound = createOutbound({ allowPrivate: false, userAgent: 'Purveyor' })
    const worker = createWebhooks({ ...service.deps, outbound }).startWorker()
    const stateNow = async () => {
      const [delivery] = await service.webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 1 })
      return delivery
    }
    const deadline = performance.now() + 60_000
    while ((await stateNow())?.state !== 'RETRYING' && performance.now() < deadline) await wait(10)
    await worker.stop()
    await outbound.close()

    expect(await stateNow()).toMatchObject({ state: 'RETRYING', lastError: 'unreachable' })
    expect(receiver.received).toHaveLength(before)
  })
})
