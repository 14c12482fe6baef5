import type { Clock } from '#kernel/time'
import { answers, type Http, ok, type Routes } from '#platform/http'
import {
  ChangeRolesBody,
  InvitationParams,
  InvitationView,
  InviteBody,
  MemberParams,
  MemberView,
  RemoveMemberQuery,
  viewInvitation,
  viewMember,
} from './member-schemas.ts'
import type { Members } from './service.ts'

type Deps = { readonly members: Members; readonly now: Clock }

/** The members of the actor's company, and the people it has invited. */
export function memberRoutes(deps: Deps): Routes {
  return async (http) => {
    addMembers(http, deps)
    addInvitations(http, deps)
  }
}

function addMembers(http: Http, deps: Deps): void {
  addChangeMember(http, deps)
  addRemoveMember(http, deps)
}

function addChangeMember(http: Http, deps: Deps): void {
  const { members } = deps
  http.route({
    method: 'PATCH',
    url: '/api/v1/members/:userId',
    config: {
      access: 'company_admin',
      stepUp: true,
      fails: [
        'identity.member_not_found',
        'identity.last_admin',
        'identity.own_roles',
        'identity.keys_depend',
        'identity.heir_unfit',
        'structure.unit_unknown',
      ],
    },
    schema: {
      operationId: 'changeRoles',
      summary: 'Change a member',
      description:
        'Absent fields do not change. The roles apply from the next request on. Nobody can give themselves a role. If API keys of the person would lose rights, hand them over with `handOverKeysTo` or revoke them first.',
      tags: ['Members'],
      params: MemberParams,
      body: ChangeRolesBody,
      response: answers(MemberView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewMember(await members.change(actor, params.userId, body))),
  })
}

function addRemoveMember(http: Http, deps: Deps): void {
  const { members } = deps
  http.route({
    method: 'DELETE',
    url: '/api/v1/members/:userId',
    config: {
      access: 'person',
      fails: [
        'identity.member_not_found',
        'identity.access_denied',
        'identity.last_admin',
        'identity.keys_depend',
        'identity.heir_unfit',
      ],
    },
    schema: {
      operationId: 'removeMember',
      summary: 'Remove a member',
      description:
        'Everybody may leave the company. Only administrators may remove somebody else. If API keys of the person would stop working, an administrator hands them over with `handOverKeysTo` or revokes them first. People who are not administrators can leave without this.',
      tags: ['Members'],
      params: MemberParams,
      querystring: RemoveMemberQuery,
      response: answers(MemberView),
    },
    handler: async ({ actor, params, query }) =>
      ok(viewMember(await members.remove(actor, params.userId, query.handOverKeysTo))),
  })
}

function addInvitations(http: Http, { members, now }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/v1/invitations',
    config: {
      access: 'company_admin',
      operatorsToo: true,
      // An invitation as administrator gives as much as a changed role, so it needs the same proof.
      stepUp: true,
      fails: ['identity.already_member', 'identity.invitations_too_many', 'structure.unit_unknown'],
    },
    schema: {
      operationId: 'inviteMember',
      summary: 'Invite a member',
      description:
        'The mail contains a token that works once, for seven days. A second invitation to the same address replaces the first one.',
      tags: ['Members'],
      body: InviteBody,
      response: answers(InvitationView, { status: 201 }),
    },
    handler: async ({ actor, body }) =>
      ok(viewInvitation(await members.invite(actor, body), now())),
  })

  http.route({
    method: 'DELETE',
    url: '/api/v1/invitations/:invitationId',
    config: {
      access: 'company_admin',
      operatorsToo: true,
      fails: ['identity.invitation_not_found'],
    },
    schema: {
      operationId: 'revokeInvitation',
      summary: 'Revoke an invitation',
      tags: ['Members'],
      params: InvitationParams,
      response: answers(InvitationView),
    },
    handler: async ({ actor, params }) =>
      ok(viewInvitation(await members.revokeInvitation(actor, params.invitationId), now())),
  })
}
