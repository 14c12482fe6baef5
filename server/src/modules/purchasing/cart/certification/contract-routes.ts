import { Type } from 'typebox'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { fail } from '../failures.ts'
import type { Carts } from '../service.ts'
import { contract } from './certification.ts'
import {
  CertificationView,
  certificationExample,
  OwnContractView,
  ownContractExample,
  viewCertification,
  viewOwnContract,
} from './contract-schemas.ts'

const base = `/api/v1/contracts/${contract.name}`
const CertificationParams = Type.Object({
  certificationId: Type.String({ minLength: 1, maxLength: 64 }),
})
const report = answers(CertificationView, { examples: [certificationExample] })
const tags = ['Client contracts']

export function contractRoutes(carts: Carts): Routes {
  return async (http) => {
    addStanding(http, carts)
    addOpening(http, carts)
    addOpened(http, carts)
  }
}

function addStanding(http: Http, carts: Carts): void {
  http.route({
    method: 'GET',
    url: base,
    config: { access: 'orders:read', fails: ['cart.certification_needs_client'] },
    schema: {
      operationId: 'getCartConcurrencyContract',
      summary: 'Get the cart concurrency contract',
      description:
        'Shows whether this client has passed the contract. Clients that have not passed can use the service without limits. Every answer of the routes of the cart, of the checkout and of orders without a cart shows the status in `x-contract-status`.',
      tags,
      response: answers(OwnContractView, { examples: [ownContractExample] }),
    },
    handler: async ({ actor }) => {
      const status = await carts.contractStatus(actor)
      if (!status) throw fail('certification_needs_client')
      return ok(viewOwnContract(status))
    },
  })
}

function addOpening(http: Http, carts: Carts): void {
  http.route({
    method: 'POST',
    url: `${base}/certifications`,
    config: {
      access: 'orders:write',
      fails: [
        'cart.certification_open',
        'cart.certification_limit_reached',
        'cart.certification_needs_client',
      ],
    },
    schema: {
      operationId: 'openCartCertification',
      summary: 'Start a cart certification',
      description:
        'Send `x-practice-cart` with the id on the ordinary cart routes. Work through the steps with the code that will run in production. The service changes the practice cart at the same time. To pass, the client must answer every conflict by a read and a retry with the fresh version, within 15 minutes. The real cart does not change.',
      tags,
      response: answers(CertificationView, { status: 201, examples: [certificationExample] }),
    },
    handler: async ({ actor }) => ok(viewCertification(await carts.openCertification(actor))),
  })
}

function addOpened(http: Http, carts: Carts): void {
  http.route({
    method: 'GET',
    url: `${base}/certifications/:certificationId`,
    config: { access: 'orders:read', fails: ['cart.certification_not_found'] },
    schema: {
      operationId: 'getCartCertification',
      summary: 'Get a cart certification',
      tags,
      params: CertificationParams,
      response: report,
    },
    handler: async ({ actor, params }) =>
      ok(viewCertification(await carts.readCertification(actor, params.certificationId))),
  })

  http.route({
    method: 'POST',
    url: `${base}/certifications/:certificationId/abandon`,
    config: {
      access: 'orders:write',
      fails: ['cart.certification_not_found', 'cart.certification_closed'],
    },
    schema: {
      operationId: 'abandonCartCertification',
      summary: 'Cancel a cart certification',
      description: 'You can start another certification at once.',
      tags,
      params: CertificationParams,
      response: report,
    },
    handler: async ({ actor, params }) =>
      ok(viewCertification(await carts.abandonCertification(actor, params.certificationId))),
  })
}
