import type { Play, Stage } from './audited-changes.ts'

const terms = { limit: '5000.00', netDays: 30 }

const accountOf = ({ ours }: Stage, currency: string) =>
  `/admin/companies/${ours.companyId}/credit-accounts/${currency}`

/** How a company's credit is changed well once. */
export const creditPlays: Readonly<Record<string, Play>> = {
  'PUT /admin/companies/:companyId/credit-accounts/:currency': async (stage, send) =>
    send(stage.operator, 'PUT', accountOf(stage, 'CHF'), terms),
  'POST /admin/companies/:companyId/credit-accounts/:currency/repayments': async (stage, send) => {
    await stage.operator.put(accountOf(stage, 'SEK'), terms)
    const path = `${accountOf(stage, 'SEK')}/repayments`
    return send(stage.operator, 'POST', path, { amount: '1.00' })
  },
}
