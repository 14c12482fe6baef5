import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import type { Play, Stage } from './audited-changes.ts'

const rule = {
  name: 'Large orders',
  trigger: { event: 'order.created' },
  actions: [{ type: 'notify', subject: 'A large order', message: 'Look at it.' }],
}

async function anAutomation({ ours }: Stage): Promise<string> {
  return (await ours.admin.post('/api/v1/automations', rule)).body.data.id
}

async function aDeadLetter(stage: Stage): Promise<string> {
  const automationId = await anAutomation(stage)
  const now = new Date()
  const id = newId('run', now)
  await sql`
    insert into automations.runs
      (company_id, id, automation_id, version, event_id, event_type, state, depth, path, available_at, created_at, finished_at)
    values (${stage.ours.companyId}, ${id}, ${automationId}, 1, ${newId('evt', now)}, 'order.created', 'DEAD_LETTERED', 1,
            ${[automationId]}::text[], ${now}, ${now}, ${now})
  `.execute(stage.world.parts.platform.database.pool)
  return id
}

const url = '/api/v1/automations'

export const automationPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/automations': ({ ours }, send) => send(ours.admin, 'POST', url, rule),
  'PATCH /api/v1/automations/:automationId': async (stage, send) =>
    send(stage.ours.admin, 'PATCH', `${url}/${await anAutomation(stage)}`, { name: 'Other' }),
  'DELETE /api/v1/automations/:automationId': async (stage, send) =>
    send(stage.ours.admin, 'DELETE', `${url}/${await anAutomation(stage)}`),
  'POST /api/v1/automations/:automationId/publish': async (stage, send) =>
    send(stage.ours.admin, 'POST', `${url}/${await anAutomation(stage)}/publish`),
  'POST /api/v1/automations/:automationId/rotate-secret': async (stage, send) =>
    send(stage.ours.admin, 'POST', `${url}/${await anAutomation(stage)}/rotate-secret`),
  'POST /api/v1/automations/:automationId/release': async (stage, send) =>
    send(stage.ours.admin, 'POST', `${url}/${await anAutomation(stage)}/release`),
  'POST /admin/automations/rules/:automationId/release': async (stage, send) =>
    send(stage.operator, 'POST', `/admin/automations/rules/${await anAutomation(stage)}/release`),
  'POST /admin/automations/rules/:automationId/state': async (stage, send) => {
    const id = await anAutomation(stage)
    await stage.ours.admin.post(`${url}/${id}/publish`)
    const change = { state: 'PAUSED', note: 'It floods its receiver.' }
    return send(stage.operator, 'POST', `/admin/automations/rules/${id}/state`, change)
  },
  'POST /admin/automations/dead-letters/:runId/outcome': async (stage, send) =>
    send(
      stage.operator,
      'POST',
      `/admin/automations/dead-letters/${await aDeadLetter(stage)}/outcome`,
      { outcome: 'handled_manually', note: 'Called them.' },
    ),
  'POST /admin/automations/switches': ({ ours, operator }, send) =>
    send(operator, 'POST', '/admin/automations/switches', {
      scope: ours.companyId,
      note: 'A receiver is flooded.',
    }),
  'DELETE /admin/automations/switches/:scope': async ({ ours, operator }, send) => {
    const scope = ours.companyId
    await operator.post('/admin/automations/switches', { scope, note: 'To be switched on.' })
    return send(operator, 'DELETE', `/admin/automations/switches/${scope}`)
  },
}
