import { type Static, Type } from 'typebox'
import { roles } from '#kernel/actor'
import { record } from '#kernel/record'
import { answers, type Http, list, ok, PageQuery, type Routes } from '#platform/http'
import { MemberParams } from '../member-schemas.ts'
import type { Members } from '../service.ts'
import type { FoundPerson } from './found-people-store.ts'

const Instant = Type.String({ format: 'date-time' })

const PeopleQuery = Type.Object({
  ...PageQuery.properties,
  q: Type.String({
    minLength: 3,
    maxLength: 254,
    description: 'The id of a person, the beginning of an e-mail address, or a part of a name.',
  }),
})

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

const example = {
  id: 'usr_01m7xb82dw3khw78phh28dvacd',
  email: 'bea@example.com',
  name: 'Bea Buyer',
  state: 'ACTIVE' as const,
  createdAt: '2026-01-02T03:04:05.000Z',
  lastSeenAt: '2026-01-05T03:04:05.000Z',
  companies: [
    { id: 'co_01m7xb82dw3khw78phh28dvacd', name: 'Example GmbH', roles: ['buyer' as const] },
  ],
}

const PersonView = record(
  'Person',
  'A person with an account, as operators see them.',
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    state: Type.Enum(['ACTIVE', 'LOCKED', 'DISABLED'], {
      description:
        'LOCKED: an operator locked the account, until an operator unlocks it. DISABLED: the account was erased or closed for good.',
    }),
    createdAt: Instant,
    lastSeenAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The last use among the sessions that are still stored.',
      }),
    ),
    lockedAt: Type.Optional(Instant),
    lockedBy: Type.Optional(Type.String()),
    lockNote: Type.Optional(Type.String()),
    companies: Type.Array(
      record('PersonCompany', 'A company of the person, and their roles there.', {
        id: Type.String(),
        name: Type.String(),
        roles: Type.Array(Type.Enum([...roles])),
      }),
      { description: 'The first 100 companies that the person joined.' },
    ),
  },
  { examples: [example] },
)

const EndedView = record(
  'EndedSessions',
  'The number of sessions that were ended.',
  { sessions: Type.Integer() },
  { examples: [{ sessions: 2 }] },
)

/** Operators look people up, and lock accounts that somebody else may be using. */
export function peopleRoutes({ members }: { readonly members: Members }): Routes {
  return async (http) => {
    addFinding(http, members)
    addLocking(http, members)
    addEnding(http, members)
  }
}

function addFinding(http: Http, members: Members): void {
  http.route({
    method: 'GET',
    url: '/admin/people',
    config: { access: 'operator' },
    schema: {
      operationId: 'findPeople',
      summary: 'List people',
      description:
        'Finds people of all companies by their e-mail address or name. The audit log records who searched.',
      tags: ['Members'],
      querystring: PeopleQuery,
      response: list(PersonView),
    },
    handler: async ({ actor, query, page }) => {
      const cut = { before: page.after(Type.String()), limit: page.probe }
      const found = await members.lookUp(actor, query.q.trim(), cut)
      return page.answer(found, viewPerson, ({ userId }) => userId)
    },
  })
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

function viewPerson(person: FoundPerson): Static<typeof PersonView> {
  const { userId, email, name, state, createdAt, lastSeenAt, lock, memberships } = person
  return {
    id: userId,
    email,
    name,
    state,
    createdAt: createdAt.toISOString(),
    ...(lastSeenAt && { lastSeenAt: lastSeenAt.toISOString() }),
    ...(lock && { lockedAt: lock.at.toISOString(), lockedBy: lock.by }),
    ...(lock?.note !== undefined && { lockNote: lock.note }),
    companies: memberships.map(({ companyId, companyName, roles: held }) => ({
      id: companyId,
      name: companyName,
      roles: [...held],
    })),
  }
}
