import type { RouteOptions } from 'fastify'
import { Type } from 'typebox'
import type { ListFacts } from './types.ts'

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
    list,
    ...rest
  } = config ?? { access: 'operator' as const }
  return {
    method,
    url: addressForOperators(url),
    handler,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    config: {
      ...rest,
      ...(list && { list: listForOperators(list) }),
      access: 'operator',
      ofNamedCompany: true,
      fails: [...(rest.fails ?? []), 'identity.company_not_found'],
    },
    schema: {
      ...schema,
      operationId: `${operationId}OfCompany`,
      summary: `${summary} of a company`,
      tags: ['Operations for a company'],
      params: Type.Object({ companyId: CompanyId, ...properties }),
    },
  }
}

function addressForOperators(url: string): string {
  return url.replace(/^\/api\/v1\/(?:company\/)?/, ofCompany)
}

/** The file of the list is that of the named company, too. */
function listForOperators({ csv, ...list }: ListFacts): ListFacts {
  if (csv === undefined) return list
  return { ...list, csv: addressForOperators(csv).replaceAll(/:(\w+)/g, '{$1}') }
}
