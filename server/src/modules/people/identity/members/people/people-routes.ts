import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { MemberParams } from '../member-schemas.ts'
import type { Members } from '../service.ts'
import { PersonView, viewPerson } from './person-schemas.ts'

const LockBody = record(
  'LockPerson',
  'A note on why the account is locked.',
  {
    note: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'The reason. Operators can read it, and the audit log keeps it.',
      }),
    ),
  },
  { examples: [{ note: 'Signed in from two continents; called back.' }] },
)

const EndedView = record(
  'EndedSessions',
  'The number of sessions that were ended.',
  { sessions: Type.Integer() },
  { examples: [{ sessions: 2 }] },
)

/** Operators lock accounts that somebody else may be using. */
export function peopleRoutes({ members }: { readonly members: Members }): Routes {
  return async (http) => {
    addLocking(http, members)
    addEnding(http, members)
  }
}

function addLocking(http: Http, members: Members): void {
  http.route({
    method: 'POST',
    url: '/admin/people/:userId/lock',
    config: {
      access: 'operator',
      stepUp: true,
      fails: ['identity.account_not_found', 'identity.account_not_open', 'identity.own_lock'],
    },
    schema: {
      operationId: 'lockAccount',
      summary: 'Lock a person',
      description:
        'Use it for an account that somebody else may be using. The account cannot sign in to any company. Its sessions and its consents to apps end at once. Its API keys do not work while it is locked.',
      tags: ['Members'],
      params: MemberParams,
      body: LockBody,
      response: answers(PersonView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewPerson(await members.lock(actor, params.userId, body.note))),
  })

  http.route({
    method: 'POST',
    url: '/admin/people/:userId/unlock',
    config: {
      access: 'operator',
      stepUp: true,
      fails: ['identity.account_not_found', 'identity.account_not_locked'],
    },
    schema: {
      operationId: 'unlockAccount',
      summary: 'Unlock a person',
      description:
        'The password does not change: ask the person to set a new one. The API keys of the account work again. Apps must ask for consent again.',
      tags: ['Members'],
      params: MemberParams,
      response: answers(PersonView),
    },
    handler: async ({ actor, params }) =>
      ok(viewPerson(await members.unlock(actor, params.userId))),
  })
}

function addEnding(http: Http, members: Members): void {
  http.route({
    method: 'POST',
    url: '/api/v1/members/:userId/end-sessions',
    config: { access: 'company_admin', fails: ['identity.member_not_found'] },
    schema: {
      operationId: 'endSessionsOfMember',
      summary: 'End the sessions of a member',
      description:
        'Ends the sessions of the person in your company. The person can sign in again. If somebody else knows the password, ask an operator to lock the account, or remove the person from the company.',
      tags: ['Members'],
      params: MemberParams,
      response: answers(EndedView),
    },
    handler: async ({ actor, params }) =>
      ok({ sessions: await members.endSessionsOf(actor, params.userId) }),
  })
}
