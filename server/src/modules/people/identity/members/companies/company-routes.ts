import type { Clock } from '#kernel/time'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { InvitationView, InviteOperatorBody, viewInvitation } from '../member-schemas.ts'
import type { Members } from '../service.ts'
import {
  ChangeCompanyBody,
  ChangeOwnCompanyBody,
  CompanyParams,
  CompanyView,
  CreateCompanyBody,
  viewCompany,
} from './company-schemas.ts'

type Deps = { readonly members: Members; readonly now: Clock }

export function companyRoutes(deps: Deps): Routes {
  return async (http) => {
    addOwnCompany(http, deps)
    addReadingForOperators(http, deps)
    addChangingByOperators(http, deps)
  }
}

function addOwnCompany(http: Http, { members }: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/v1/company',
    config: { access: 'person' },
    schema: {
      operationId: 'getOwnCompany',
      summary: 'Get your company',
      tags: ['Companies'],
      response: answers(CompanyView),
    },
    handler: async ({ actor }) => ok(viewCompany(await members.getCompany(actor.companyId))),
  })

  http.route({
    method: 'PATCH',
    url: '/api/v1/company',
    config: {
      access: 'company_admin',
      fails: ['identity.place_unknown', 'identity.postal_code_invalid'],
    },
    schema: {
      operationId: 'changeOwnCompany',
      summary: 'Change your company',
      description:
        'Null removes the VAT id or the billing address. Fields that are left out stay as they are.',
      tags: ['Companies'],
      body: ChangeOwnCompanyBody,
      response: answers(CompanyView),
    },
    handler: async ({ actor, body }) =>
      ok(viewCompany(await members.changeOwnCompany(actor, body))),
  })
}

function addReadingForOperators(http: Http, { members }: Deps): void {
  http.route({
    method: 'GET',
    url: '/admin/companies/:companyId',
    config: { access: 'operator', fails: ['identity.company_not_found'] },
    schema: {
      operationId: 'getCompany',
      summary: 'Get a company',
      tags: ['Companies'],
      params: CompanyParams,
      response: answers(CompanyView),
    },
    handler: async ({ params }) => ok(viewCompany(await members.getCompany(params.companyId))),
  })
}

function addChangingByOperators(http: Http, { members, now }: Deps): void {
  http.route({
    method: 'POST',
    url: '/admin/companies',
    config: {
      access: 'operator',
      fails: ['identity.place_unknown', 'identity.postal_code_invalid'],
    },
    schema: {
      operationId: 'createCompany',
      summary: 'Create a company',
      description:
        'If `adminEmail` is given, the service invites the first administrator of the company.',
      tags: ['Companies'],
      body: CreateCompanyBody,
      response: answers(CompanyView, { status: 201 }),
    },
    handler: async ({ actor, body }) => {
      const { supplier = false, ...rest } = body
      return ok(viewCompany(await members.createCompany(actor, { ...rest, supplier })))
    },
  })

  http.route({
    method: 'PATCH',
    url: '/admin/companies/:companyId',
    config: {
      access: 'operator',
      stepUp: true,
      fails: [
        'identity.company_not_found',
        'identity.place_unknown',
        'identity.postal_code_invalid',
        'identity.platform_stays_open',
      ],
    },
    schema: {
      operationId: 'changeCompany',
      summary: 'Change a company',
      description:
        'This can also close the company or open it again. No credential of a DISABLED company works: people, keys and apps are refused.',
      tags: ['Companies'],
      params: CompanyParams,
      body: ChangeCompanyBody,
      response: answers(CompanyView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewCompany(await members.changeCompany(actor, params.companyId, body))),
  })

  http.route({
    method: 'POST',
    url: '/admin/operators',
    config: {
      access: 'operator',
      stepUp: true,
      fails: ['identity.already_member', 'identity.invitations_too_many'],
    },
    schema: {
      operationId: 'inviteOperator',
      summary: 'Invite an operator',
      description: 'The address must not belong to a buyer.',
      tags: ['Companies'],
      body: InviteOperatorBody,
      response: answers(InvitationView, { status: 201 }),
    },
    handler: async ({ actor, body }) =>
      ok(viewInvitation(await members.inviteOperator(actor, body.email), now())),
  })
}
