import { type Static, Type } from 'typebox'
import { roles } from '#kernel/actor'
import { record } from '#kernel/record'
import type { FoundPerson } from './found-people-store.ts'

const Instant = Type.String({ format: 'date-time' })

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

export const PersonView = record(
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

export function viewPerson(person: FoundPerson): Static<typeof PersonView> {
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
