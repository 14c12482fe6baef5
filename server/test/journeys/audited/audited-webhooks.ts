import { sql } from '#platform/db'
import type { Play, Stage } from './audited-changes.ts'

async function aHook({ ours }: Stage): Promise<string> {
  const hook = { name: 'ERP', url: 'http://127.0.0.1:9/hook', events: ['*'] }
  return (await ours.admin.post('/api/v1/webhooks', hook)).body.data.id
}

async function aFinishedDelivery(stage: Stage): Promise<string> {
  const endpointId = await aHook(stage)
  const { pool } = stage.world.parts.platform.database
  await stage.ours.admin.post(`/api/v1/webhooks/${endpointId}/test`)
  for (;;) {
    const path = `/api/v1/webhooks/${endpointId}/deliveries`
    const [delivery] = (await stage.ours.admin.get(path)).body.data
    if (!delivery) continue
    await sql`
      update webhooks.deliveries
      set state = 'EXHAUSTED', lease_token = null, lease_until = null
      where company_id = ${stage.ours.companyId} and id = ${delivery.id}
    `.execute(pool)
    return delivery.id
  }
}

export const webhookPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/webhooks': ({ ours }, send) =>
    send(ours.admin, 'POST', '/api/v1/webhooks', {
      name: 'ERP',
      url: 'http://127.0.0.1:9/hook',
      events: ['*'],
    }),
  'PATCH /api/v1/webhooks/:webhookId': async (stage, send) =>
    send(stage.ours.admin, 'PATCH', `/api/v1/webhooks/${await aHook(stage)}`, { state: 'PAUSED' }),
  'DELETE /api/v1/webhooks/:webhookId': async (stage, send) =>
    send(stage.ours.admin, 'DELETE', `/api/v1/webhooks/${await aHook(stage)}`),
  'POST /api/v1/webhooks/:webhookId/rotate-secret': async (stage, send) =>
    send(stage.ours.admin, 'POST', `/api/v1/webhooks/${await aHook(stage)}/rotate-secret`),
  'POST /api/v1/webhooks/:webhookId/test': async (stage, send) =>
    send(stage.ours.admin, 'POST', `/api/v1/webhooks/${await aHook(stage)}/test`),
  'POST /api/v1/webhooks/:webhookId/enable': async (stage, send) =>
    send(stage.ours.admin, 'POST', `/api/v1/webhooks/${await aHook(stage)}/enable`),
  'POST /api/v1/webhooks/:webhookId/replay': async (stage, send) =>
    send(stage.ours.admin, 'POST', `/api/v1/webhooks/${await aHook(stage)}/replay`, {
      since: '2026-01-01T00:00:00Z',
    }),
  'POST /api/v1/webhooks/replays/:replayId/cancel': async (stage, send) => {
    const path = `/api/v1/webhooks/${await aHook(stage)}/replay`
    const made = await stage.ours.admin.post(path, { since: '2026-01-01T00:00:00Z' })
    const { replay } = made.body.data
    return send(stage.ours.admin, 'POST', `/api/v1/webhooks/replays/${replay.id}/cancel`)
  },
  'POST /admin/companies/:companyId/webhooks/deliveries/:deliveryId/replay': async (stage, send) =>
    send(
      stage.operator,
      'POST',
      `/admin/companies/${stage.ours.companyId}/webhooks/deliveries/${await aFinishedDelivery(stage)}/replay`,
    ),
  'POST /api/v1/webhooks/deliveries/:deliveryId/replay': async (stage, send) =>
    send(
      stage.ours.admin,
      'POST',
      `/api/v1/webhooks/deliveries/${await aFinishedDelivery(stage)}/replay`,
    ),
}
