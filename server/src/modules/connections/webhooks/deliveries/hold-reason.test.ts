import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { useWebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager } from '#testing/webhooks'

const service = await useWebhookService()

describe('a held delivery', () => {
  it.each([
    ['subscription_paused', sql`state = 'PAUSED'`],
    ['company_closed', sql`state = 'PAUSED', paused_by_closing = true`],
    [
      'subscription_disabled',
      sql`state = 'DISABLED', disabled_reason = 'failing', disabled_at = now()`,
    ],
    ['receiver_failing', sql`breaker_open_until = now() + interval '1 hour'`],
  ])('names its reason: %s', async (reason, change) => {
    const actor = aWebhookManager(`co_${reason}`)
    const { endpoint } = await aWebhook(service.webhooks, actor)
    const { pool } = service.deps.database
    await sql`
      update webhooks.endpoints set ${change}
      where company_id = ${actor.companyId} and id = ${endpoint.id}
    `.execute(pool)
    const [eventId = ''] = await service.publish(actor.companyId)
    const shown = { state: 'HELD', heldBecause: reason }
    const page = { limit: 10 }
    expect(await service.webhooks.listDeliveries(actor, endpoint.id, {}, page)).toMatchObject([
      shown,
    ])
    expect((await service.webhooks.getDelivery(actor, eventId)).delivery).toMatchObject(shown)

    await sql`
      update webhooks.endpoints
      set state = 'ACTIVE', breaker_open_until = null, disabled_reason = null, disabled_at = null,
        paused_by_closing = false
      where company_id = ${actor.companyId} and id = ${endpoint.id}
    `.execute(pool)
    const released = await service.webhooks.getDelivery(actor, eventId)
    expect(released.delivery).toMatchObject({ state: 'HELD', heldBecause: 'being_released' })
  })
})
