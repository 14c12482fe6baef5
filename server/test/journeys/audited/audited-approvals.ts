import { money } from '#kernel/money'
import { checkOut, handOver, untilEnded } from '../purchase.ts'
import { aCart, aFreshPerson, type Play, type Stage } from './audited-changes.ts'

const rule = { name: 'All', steps: [{ mode: 'ANY', role: 'approver' }] }

async function aRule({ ours }: Stage, changes: object = {}): Promise<string> {
  const { body } = await ours.admin.post('/api/v1/approval-rules', { ...rule, ...changes })
  return body.data.id
}

/** Of somebody whose orders alone need approval. */
async function aRequest(
  stage: Stage,
  changes: object = {},
): Promise<{ id: string; contentHash: string }> {
  const { world, ours } = stage
  const { client, id } = await aFreshPerson(stage)
  const terms = { companyId: ours.companyId, limit: money(100_000n, 'EUR'), netDays: 30 }
  await world.parts.platform.database.transaction((tx) =>
    world.parts.modules.payments.putCreditAccount(tx, terms, new Date()),
  )
  await aRule(stage, { conditions: { requesterIds: [id] }, ...changes })
  const started = await checkOut(client, await aCart(stage, client, 2))
  await handOver(client, started.body.data.id, { method: 'invoice' })
  await untilEnded(client, started.body.data.id)
  const { body } = await client.get('/api/v1/approvals?mine=requested')
  return body.data[0]
}

async function aDeputy(stage: Stage) {
  const { id: deputyId } = await aFreshPerson(stage)
  return { deputyId, endsAt: new Date(Date.now() + 3_600_000).toISOString() }
}

/** How approvals are ruled and given well once. */
export const approvalPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/approval-rules': async (stage, send) => {
    const { id } = await aFreshPerson(stage)
    const body = { ...rule, conditions: { requesterIds: [id] } }
    return send(stage.ours.admin, 'POST', '/api/v1/approval-rules', body)
  },
  'PUT /api/v1/approval-rules/:ruleId': async (stage, send) => {
    const { id } = await aFreshPerson(stage)
    const conditions = { requesterIds: [id] }
    const path = `/api/v1/approval-rules/${await aRule(stage, { conditions })}`
    return send(stage.ours.admin, 'PUT', path, { ...rule, conditions, name: 'Other' })
  },
  'DELETE /api/v1/approval-rules/:ruleId': async (stage, send) => {
    const { id } = await aFreshPerson(stage)
    const ruleId = await aRule(stage, { conditions: { requesterIds: [id] } })
    return send(stage.ours.admin, 'DELETE', `/api/v1/approval-rules/${ruleId}`)
  },
  'POST /api/v1/approval-deputies': async (stage, send) =>
    send(stage.ours.approver, 'POST', '/api/v1/approval-deputies', await aDeputy(stage)),
  'DELETE /api/v1/approval-deputies/:deputyId': async (stage, send) => {
    const { client } = await aFreshPerson(stage)
    const named = await client.post('/api/v1/approval-deputies', await aDeputy(stage))
    return send(client, 'DELETE', `/api/v1/approval-deputies/${named.body.data.id}`)
  },
  'POST /api/v1/approvals/:approvalId/approve': async (stage, send) => {
    const { id, contentHash } = await aRequest(stage)
    const path = `/api/v1/approvals/${id}/approve`
    return send(stage.ours.approver, 'POST', path, { contentHash })
  },
  'POST /api/v1/approvals/:approvalId/return': async (stage, send) => {
    const { id, contentHash } = await aRequest(stage)
    const path = `/api/v1/approvals/${id}/return`
    return send(stage.ours.approver, 'POST', path, { contentHash, comment: 'Order ten.' })
  },
  'POST /api/v1/approvals/:approvalId/reduce': async (stage, send) => {
    const steps = [{ mode: 'ANY', role: 'approver', mayReduce: true }]
    const { id, contentHash } = await aRequest(stage, { steps })
    const lines = [{ lineNumber: 1, quantity: 1 }]
    const path = `/api/v1/approvals/${id}/reduce`
    return send(stage.ours.approver, 'POST', path, { contentHash, lines, reason: 'One will do.' })
  },
  'POST /api/v1/approvals/:approvalId/comments': async (stage, send) => {
    const { id } = await aRequest(stage)
    return send(stage.ours.approver, 'POST', `/api/v1/approvals/${id}/comments`, { text: 'Why?' })
  },
  'POST /api/v1/approvals/:approvalId/approvers': async (stage, send) => {
    const { id } = await aRequest(stage)
    const { id: personId } = await aFreshPerson(stage)
    return send(stage.ours.approver, 'POST', `/api/v1/approvals/${id}/approvers`, { personId })
  },
  'POST /api/v1/approvals/:approvalId/reject': async (stage, send) => {
    const { id } = await aRequest(stage)
    const path = `/api/v1/approvals/${id}/reject`
    return send(stage.ours.approver, 'POST', path, { reason: 'No.' })
  },
}
