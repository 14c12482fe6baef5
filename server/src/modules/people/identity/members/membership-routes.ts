import { answers, type Http, ok, type Routes } from '#platform/http'
import { SessionTokensView } from '../schemas.ts'
import {
  AcceptInvitationBody,
  JoinCompanyBody,
  JoinedView,
  MembershipsView,
  SelectCompanyBody,
  viewJoined,
  viewMemberships,
} from './member-schemas.ts'
import type { Members } from './service.ts'

/** How people join a company, and choose the company that they act for. */
export function membershipRoutes(members: Members): Routes {
  return async (http) => {
    addAcceptInvitation(http, members)
    addJoinCompany(http, members)
    addListOwnCompanies(http, members)
    addSelectCompany(http, members)
  }
}

function addAcceptInvitation(http: Http, members: Members): void {
  http.route({
    method: 'POST',
    url: '/auth/invitations/accept',
    config: {
      access: 'public',
      rateLimit: 'auth',
      fails: [
        'identity.invitation_not_found',
        'identity.invitation_needs_sign_in',
        'identity.password_unacceptable',
      ],
    },
    schema: {
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      description:
        'Creates an account and signs in. People who already have an account sign in and use `joinCompany`.',
      tags: ['Members'],
      body: AcceptInvitationBody,
      response: answers(SessionTokensView, { status: 201 }),
    },
    handler: async ({ body }) => ok(await members.acceptInvitation(body)),
  })
}

function addJoinCompany(http: Http, members: Members): void {
  http.route({
    method: 'POST',
    url: '/auth/invitations/join',
    config: {
      access: 'person',
      fails: [
        'identity.invitation_not_found',
        'identity.already_member',
        'identity.operators_apart',
      ],
    },
    schema: {
      operationId: 'joinCompany',
      summary: 'Join a company',
      description: 'The invitation must be for the address of the account that is signed in.',
      tags: ['Members'],
      body: JoinCompanyBody,
      response: answers(JoinedView, { status: 201 }),
    },
    handler: async ({ actor, body }) =>
      ok(viewJoined(await members.joinCompany(actor, body.token))),
  })
}

function addListOwnCompanies(http: Http, members: Members): void {
  http.route({
    method: 'GET',
    url: '/auth/companies',
    config: { access: 'person' },
    schema: {
      operationId: 'listOwnCompanies',
      summary: 'List your companies',
      tags: ['Members'],
      response: answers(MembershipsView),
    },
    handler: async ({ actor }) =>
      ok(viewMemberships(await members.companiesOf(actor), actor.companyId)),
  })
}

function addSelectCompany(http: Http, members: Members): void {
  http.route({
    method: 'POST',
    url: '/auth/company',
    config: { access: 'person', fails: ['identity.company_not_found'] },
    schema: {
      operationId: 'selectCompany',
      summary: 'Select a company',
      description:
        'The answer contains new tokens for the same sign-in. The former tokens stop working.',
      tags: ['Members'],
      body: SelectCompanyBody,
      response: answers(SessionTokensView),
    },
    handler: async ({ actor, body }) => ok(await members.selectCompany(actor, body.companyId)),
  })
}
