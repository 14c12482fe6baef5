import type { Play, Stage } from './audited-changes.ts'

const limit = { amount: '900000.00', currency: 'EUR' }
const budget = { name: 'Workshop', costCenter: 'of the audit', period: 'YEAR', limit }

async function aSpendingLimit({ ours }: Stage) {
  const personId = (await ours.approver.get('/auth/me')).body.data.id
  return { name: 'Approver', personId, period: 'MONTH', limit }
}

/** How budgets and spending limits are changed well once. */
export const budgetPlays: Readonly<Record<string, Play>> = {
  'POST /api/v1/budgets': async ({ ours }, send) =>
    send(ours.admin, 'POST', '/api/v1/budgets', budget),
  'PATCH /api/v1/budgets/:budgetId': async ({ ours }, send) => {
    const { body } = await ours.admin.post('/api/v1/budgets', budget)
    return send(ours.admin, 'PATCH', `/api/v1/budgets/${body.data.id}`, { soft: true })
  },
  'POST /api/v1/spending-limits': async (stage, send) =>
    send(stage.ours.admin, 'POST', '/api/v1/spending-limits', await aSpendingLimit(stage)),
  'PATCH /api/v1/spending-limits/:budgetId': async (stage, send) => {
    const made = await stage.ours.admin.post('/api/v1/spending-limits', await aSpendingLimit(stage))
    const path = `/api/v1/spending-limits/${made.body.data.id}`
    return send(stage.ours.admin, 'PATCH', path, { active: false })
  },
}
