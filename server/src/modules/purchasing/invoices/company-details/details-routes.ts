import { Type } from 'typebox'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { ChangeInvoiceDetailsBody, InvoiceDetailsView, viewDetails } from './details-schemas.ts'
import type { CompanyDetails } from './details-service.ts'

const tags = ['Companies']
const CompanyParams = Type.Object({ companyId: Type.String({ maxLength: 64 }) })
const refusals = ['invoices.details_invalid', 'invoices.profile_incomplete']
const description =
  'Null removes a field. Fields that are left out stay as they are. The change applies to documents that are issued from now on. A change of the bank account is sent to all administrators of the company by mail.'

export function companyDetailsRoutes(details: CompanyDetails): Routes {
  return async (http) => {
    addOwn(http, details)
    addForOperators(http, details)
  }
}

function addOwn(http: Http, details: CompanyDetails): void {
  http.route({
    method: 'GET',
    url: '/api/v1/company/invoice-details',
    config: { access: 'company_admin' },
    schema: {
      operationId: 'getOwnInvoiceDetails',
      tags,
      summary: 'Get the invoice details of your company',
      response: answers(InvoiceDetailsView),
    },
    handler: async ({ actor }) => ok(viewDetails(await details.getOwn(actor))),
  })

  http.route({
    method: 'PATCH',
    url: '/api/v1/company/invoice-details',
    config: { access: 'company_admin', stepUp: true, fails: refusals },
    schema: {
      operationId: 'changeOwnInvoiceDetails',
      tags,
      summary: 'Change the invoice details of your company',
      description,
      body: ChangeInvoiceDetailsBody,
      response: answers(InvoiceDetailsView),
    },
    handler: async ({ actor, body }) => ok(viewDetails(await details.changeOwn(actor, body))),
  })
}

function addForOperators(http: Http, details: CompanyDetails): void {
  http.route({
    method: 'GET',
    url: '/admin/companies/:companyId/invoice-details',
    config: { access: 'operator', fails: ['invoices.company_not_found'] },
    schema: {
      operationId: 'getInvoiceDetails',
      tags,
      summary: 'Get the invoice details of a company',
      params: CompanyParams,
      response: answers(InvoiceDetailsView),
    },
    handler: async ({ params }) => ok(viewDetails(await details.get(params.companyId))),
  })

  http.route({
    method: 'PATCH',
    url: '/admin/companies/:companyId/invoice-details',
    config: {
      access: 'operator',
      stepUp: true,
      fails: ['invoices.company_not_found', ...refusals],
    },
    schema: {
      operationId: 'changeInvoiceDetails',
      tags,
      summary: 'Change the invoice details of a company',
      description,
      params: CompanyParams,
      body: ChangeInvoiceDetailsBody,
      response: answers(InvoiceDetailsView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewDetails(await details.change(actor, params.companyId, body))),
  })
}
