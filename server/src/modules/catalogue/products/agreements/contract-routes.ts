import { Type } from 'typebox'
import { instantOf } from '#kernel/time'
import { answers, type Http, ok } from '#platform/http'
import {
  ChangeContractBody,
  ContractView,
  CreateContractBody,
  contractExample,
  viewContract,
} from './schemas.ts'
import type { Agreements } from './service.ts'
import { instantsOf } from './validity.ts'

const access = 'supplier_admin'
const Params = Type.Object({ contractId: Type.String({ maxLength: 64 }) })
const noSuch = 'catalog.contract_not_found'
const badInput = [
  'catalog.validity_invalid',
  'catalog.contract_empty',
  'catalog.contract_lists_invalid',
  'catalog.contract_overlaps',
  'catalog.contract_reference_taken',
  'catalog.contract_discounts_invalid',
  'catalog.currency_unknown',
]

export function contractRoutes(agreements: Agreements, http: Http): void {
  addChangeRoutes(agreements, http)

  http.route({
    method: 'GET',
    url: '/api/v1/contracts/:contractId',
    config: { access: 'orders:read', fails: [noSuch] },
    schema: {
      operationId: 'getContract',
      summary: 'Get a contract',
      params: Params,
      response: answers(ContractView, { examples: [contractExample] }),
    },
    handler: async ({ actor, params }) =>
      ok(viewContract(await agreements.getContract(actor, params.contractId))),
  })
}

function addChangeRoutes(agreements: Agreements, http: Http): void {
  http.route({
    method: 'POST',
    url: '/api/v1/contracts',
    config: {
      access,
      fails: [
        ...badInput,
        'catalog.supplier_required',
        'catalog.supplier_unknown',
        'catalog.company_unknown',
        'catalog.contracts_too_many',
      ],
    },
    schema: {
      operationId: 'createContract',
      summary: 'Create a contract',
      description:
        'A contract is an agreement with a buyer on price lists, order discounts, or both. While it is ACTIVE and valid, the buyer pays by its price lists. The first list that has a price decides. Two companies can have one such contract at a time.',
      body: CreateContractBody,
      response: answers(ContractView, { status: 201, examples: [contractExample] }),
    },
    handler: async ({ actor, body }) =>
      ok(viewContract(await agreements.createContract(actor, { ...body, ...instantsOf(body) }))),
  })

  http.route({
    method: 'PATCH',
    url: '/api/v1/contracts/:contractId',
    config: {
      access,
      fails: [noSuch, ...badInput, 'catalog.contract_ended', 'catalog.contract_state_invalid'],
    },
    schema: {
      operationId: 'changeContract',
      summary: 'Change a contract',
      description: 'Activates or ends the contract, or changes its terms.',
      params: Params,
      body: ChangeContractBody,
      response: answers(ContractView, { examples: [contractExample] }),
    },
    handler: async ({ actor, params, body }) =>
      ok(
        viewContract(
          await agreements.changeContract(actor, params.contractId, {
            ...body,
            validFrom: instantOf(body.validFrom),
            validUntil: body.validUntil === null ? null : instantOf(body.validUntil),
          }),
        ),
      ),
  })
}
