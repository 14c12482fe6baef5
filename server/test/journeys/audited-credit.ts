import type { Play, Stage } from './audited-changes.ts'
import { aKey } from './client.ts'

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
    return send(stage.operator, 'POST', path, { amount: '1.00', acceptOverpayment: true })
  },
  'POST /admin/companies/:companyId/credit-accounts/:currency/repayments/:repaymentId/reverse':
    async (stage, send) => {
      await stage.operator.put(accountOf(stage, 'NOK'), terms)
      const path = `${accountOf(stage, 'NOK')}/repayments`
      const { body } = await stage.operator.post(
        path,
        { amount: '1.00', acceptOverpayment: true },
        { key: aKey() },
      )
      const reason = { reason: 'Typed wrongly' }
      return send(stage.operator, 'POST', `${path}/${body.data.repaymentId}/reverse`, reason)
    },
}
