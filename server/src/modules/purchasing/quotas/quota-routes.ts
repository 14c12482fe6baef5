import { answers, ok, type Routes } from '#platform/http'
import { ContractParams, QuotasView, ReplaceQuotasBody, viewQuotas } from './quota-schemas.ts'
import type { QuotasOfContract } from './replace-quotas.ts'
import type { Quotas } from './service.ts'

const tags = ['Contracts']
const noSuch = 'catalog.contract_not_found'

export function quotaRoutes(quotas: Quotas): Routes {
  const show = async (shown: QuotasOfContract) => ok(viewQuotas(shown, await quotas.namesIn(shown)))
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/contracts/:contractId/quotas',
      config: { access: 'orders:read', fails: [noSuch] },
      schema: {
        operationId: 'getContractQuotas',
        summary: 'Get the quotas of a contract',
        description: 'The answer shows what is called off from each now.',
        tags,
        params: ContractParams,
        response: answers(QuotasView),
      },
      handler: async ({ actor, params }) => show(await quotas.ofContract(actor, params.contractId)),
    })

    http.route({
      method: 'PUT',
      url: '/api/v1/contracts/:contractId/quotas',
      config: {
        access: 'supplier_admin',
        fails: [
          noSuch,
          'catalog.contract_ended',
          'catalog.contract_version_conflict',
          'quotas.amount_invalid',
          'quotas.quota_invalid',
          'quotas.covered_unknown',
          'quotas.quota_in_use',
        ],
      },
      schema: {
        operationId: 'replaceContractQuotas',
        summary: 'Replace the quotas of a contract',
        description:
          'A quota commits the buyer to call off an amount, limits what it may call off, or both. Orders count from then on. A lower maximum takes back nothing.',
        tags,
        params: ContractParams,
        body: ReplaceQuotasBody,
        response: answers(QuotasView),
      },
      handler: async ({ actor, params: { contractId }, body }) => {
        const { quotas: inputs, expectedVersion } = body
        const of = { contractId, expectedVersion }
        return show(await quotas.replace(actor, of, inputs))
      },
    })
  }
}
