import { aKey } from '../client.ts'
import type { Play, Stage } from './audited-changes.ts'

const termsIn = (currency: string) => ({ limit: { amount: '5000.00', currency }, netDays: 30 })

const repaymentIn = (currency: string) => ({
  amount: { amount: '1.00', currency },
  acceptOverpayment: true,
})

const accountOf = ({ ours }: Stage, currency: string) =>
  `/admin/companies/${ours.companyId}/credit-accounts/${currency}`

/** How a company's credit is changed well once. */
export const creditPlays: Readonly<Record<string, Play>> = {
  'PUT /admin/companies/:companyId/credit-accounts/:currency': async (stage, send) =>
    send(stage.operator, 'PUT', accountOf(stage, 'CHF'), termsIn('CHF')),
  'POST /admin/companies/:companyId/credit-accounts/:currency/repayments': async (stage, send) => {
    await stage.operator.put(accountOf(stage, 'SEK'), termsIn('SEK'))
    const path = `${accountOf(stage, 'SEK')}/repayments`
    return send(stage.operator, 'POST', path, repaymentIn('SEK'))
  },
  'POST /admin/companies/:companyId/credit-accounts/:currency/repayments/:repaymentId/reverse':
    async (stage, send) => {
      await stage.operator.put(accountOf(stage, 'NOK'), termsIn('NOK'))
      const path = `${accountOf(stage, 'NOK')}/repayments`
      const { body } = await stage.operator.post(path, repaymentIn('NOK'), { key: aKey() })
      const reason = { reason: 'Typed wrongly' }
      return send(stage.operator, 'POST', `${path}/${body.data.repaymentId}/reverse`, reason)
    },
}
