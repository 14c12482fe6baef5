import type { RouteOptions } from 'fastify'
import { Type } from 'typebox'

const ofCompany = '/admin/companies/:companyId/'
const CompanyId = Type.String({ maxLength: 64 })

/**
 * The same route for operators, who name the company in the path: `/api/v1/members` becomes
 * `/admin/companies/:companyId/members`, and `/api/v1/company/number-series` becomes
 * `/admin/companies/:companyId/number-series`. Its actor is the operator, acting in that company: the audit log of the company
 * names the operator.
 */
export function routeForOperators({
  url,
  method,
  config,
  schema,
  handler,
  bodyLimit,
}: RouteOptions): RouteOptions {
  const { operationId, summary, params } = schema ?? {}
  const { properties = {} } = (params ?? {}) as { properties?: object }
  const {
    operatorsToo: _declared,
    unitsToo: _ofCompanies,
    ...rest
  } = config ?? { access: 'operator' as const }
  return {
    method,
    url: url.replace(/^\/api\/v1\/(?:company\/)?/, ofCompany),
    handler,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    config: {
      ...rest,
      access: 'operator',
      ofNamedCompany: true,
      fails: [...(rest.fails ?? []), 'identity.company_not_found'],
    },
    schema: {
      ...schema,
      operationId: `${operationId}OfCompany`,
      summary: summaryForOperators(summary),
      tags: ['Operations for a company'],
      params: Type.Object({ companyId: CompanyId, ...properties }),
    },
  }
}

/** `List members of a company`, `Download members of a company as CSV`. */
function summaryForOperators(summary = ''): string {
  return summary.replace(/( as CSV)?$/, ' of a company$1')
}
