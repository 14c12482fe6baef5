import { Type } from 'typebox'
import { companyRoles, type Role, roles, unitRoleNames } from '#kernel/actor'
import { record } from '#kernel/record'
import type { Joined } from './invitations/accept-invitation.ts'
import { type Invitation, invitationStates, stateAt } from './invitations/invitation.ts'
import type { Member, Membership } from './member.ts'

const Instant = Type.String({ format: 'date-time' })
const EmailAddress = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s<>,;:"()\\[\\]\\\\@]+@[^\\s<>,;:"()\\[\\]\\\\@]+$',
})
const RoleNames = Type.Array(Type.Enum([...roles]))
const CompanyRoleNames = Type.Array(Type.Enum([...companyRoles]), {
  minItems: 1,
  maxItems: companyRoles.length,
  uniqueItems: true,
})
export const UnitRoles = Type.Array(
  record('UnitRole', 'A role for one unit and the units below it.', {
    unitId: Type.String({ minLength: 1, maxLength: 64 }),
    role: Type.Enum([...unitRoleNames]),
  }),
  {
    maxItems: 20,
    uniqueItems: true,
    description:
      'The roles that hold for one unit and the units below it, beside `roles` for the whole company.',
  },
)
const InvitationToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The code from the mail, or the part of its link behind the #.',
})

export const MemberParams = Type.Object({ userId: Type.String({ maxLength: 64 }) })
export const InvitationParams = Type.Object({ invitationId: Type.String({ maxLength: 64 }) })

const HandOverKeysTo = Type.Optional(
  Type.String({
    maxLength: 64,
    description:
      'The administrator who takes over the API keys of this person. A key has at most the rights of its owner.',
  }),
)

export const RemoveMemberQuery = Type.Object({ handOverKeysTo: HandOverKeysTo })

export const ChangeRolesBody = record(
  'ChangeMemberRoles',
  'What changes of a member: roles and unit.',
  {
    roles: Type.Optional(CompanyRoleNames),
    handOverKeysTo: HandOverKeysTo,
    unitRoles: Type.Optional(UnitRoles),
    unitId: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
        description: 'The unit that the person belongs to from now on. Null: to none.',
      }),
    ),
  },
  { minProperties: 1, examples: [{ roles: ['buyer', 'approver'] }] },
)

export const InviteBody = record(
  'InviteMember',
  'The person to invite, with their roles and their unit.',
  {
    email: EmailAddress,
    roles: CompanyRoleNames,
    unitId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The unit to which the person will belong. Absent: to none.',
      }),
    ),
    unitRoles: Type.Optional(UnitRoles),
  },
  {
    examples: [
      { email: 'bea@example.com', roles: ['buyer'] },
      {
        email: 'ole@example.com',
        roles: ['requester'],
        unitId: 'unt_01m7xb82dw3khw78phh28dvacd',
        unitRoles: [{ unitId: 'unt_01m7xb82dw3khw78phh28dvacd', role: 'buyer' as const }],
      },
    ],
  },
)

export const InviteOperatorBody = record(
  'InviteOperator',
  'The person to invite as an operator.',
  { email: EmailAddress },
  { examples: [{ email: 'olga@purveyor.example' }] },
)

export const AcceptInvitationBody = record(
  'AcceptInvitation',
  'The invitation, and the account that accepts it.',
  {
    token: InvitationToken,
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    password: Type.String({ minLength: 1, maxLength: 512 }),
  },
  {
    examples: [
      {
        token: '<INVITATION_TOKEN>',
        name: 'Bea Buyer',
        password: 'correct horse battery staple',
      },
    ],
  },
)

export const JoinCompanyBody = record(
  'JoinCompany',
  'The invitation to a further company.',
  { token: InvitationToken },
  { examples: [{ token: '<INVITATION_TOKEN>' }] },
)

export const SelectCompanyBody = record(
  'SelectCompany',
  'The company to work in.',
  { companyId: Type.String({ minLength: 1, maxLength: 64 }) },
  { examples: [{ companyId: 'co_01m7xb82dw3khw78phh28dvacd' }] },
)

export const MemberView = record(
  'Member',
  'A person of the company, and their roles.',
  {
    userId: Type.String(),
    email: Type.String(),
    name: Type.String(),
    roles: RoleNames,
    unitId: Type.Optional(
      Type.String({ description: 'The unit of the company that the person belongs to.' }),
    ),
    unitRoles: Type.Optional(UnitRoles),
    joinedAt: Instant,
  },
  {
    examples: [
      {
        userId: 'usr_01m7xb82dw3khw78phh28dvacd',
        email: 'bea@example.com',
        name: 'Bea Buyer',
        roles: ['buyer'],
        joinedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  },
)

export const InvitationView = record(
  'Invitation',
  'An invitation to a company.',
  {
    id: Type.String(),
    email: Type.String(),
    roles: RoleNames,
    unitId: Type.Optional(
      Type.String({ description: 'The unit to which the person will belong.' }),
    ),
    unitRoles: Type.Optional(UnitRoles),
    state: Type.Enum([...invitationStates]),
    invitedBy: Type.Optional(Type.String()),
    createdAt: Instant,
    expiresAt: Instant,
    closedAt: Type.Optional(Instant),
  },
  {
    examples: [
      {
        id: 'ivt_01m7xb82dw3khw78phh28dvacd',
        email: 'bea@example.com',
        roles: ['buyer'],
        state: 'OPEN',
        invitedBy: 'usr_01m7xb82dw3khw78phh28dvacd',
        createdAt: '2026-01-02T03:04:05.000Z',
        expiresAt: '2026-01-09T03:04:05.000Z',
      },
    ],
  },
)

export const JoinedView = record(
  'JoinedCompany',
  'The company that was joined, and the roles there.',
  { companyId: Type.String(), roles: RoleNames },
  { examples: [{ companyId: 'co_01m7xb82dw3khw78phh28dvacd', roles: ['buyer'] }] },
)

export const MembershipsView = record(
  'Memberships',
  'The companies that a person belongs to.',
  {
    companies: Type.Array(
      record('Membership', 'A company that a person belongs to, and their roles there.', {
        companyId: Type.String(),
        name: Type.String(),
        roles: RoleNames,
        joinedAt: Instant,
        selected: Type.Boolean({ description: 'The company for which the session acts.' }),
      }),
    ),
  },
  {
    examples: [
      {
        companies: [
          {
            companyId: 'co_01m7xb82dw3khw78phh28dvacd',
            name: 'Example GmbH',
            roles: ['buyer'],
            joinedAt: '2026-01-02T03:04:05.000Z',
            selected: true,
          },
        ],
      },
    ],
  },
)

export function viewMember(member: Member): Type.Static<typeof MemberView> {
  const { userId, email, name, roles: held, unitId, unitRoles, joinedAt } = member
  return {
    userId,
    email,
    name,
    roles: [...held],
    ...(unitId !== undefined && { unitId }),
    ...(unitRoles.length > 0 && { unitRoles: [...unitRoles] }),
    joinedAt: joinedAt.toISOString(),
  }
}

export function viewInvitation(
  invitation: Invitation,
  now: Date,
): Type.Static<typeof InvitationView> {
  const { id, email, unitId, unitRoles, invitedBy, closedAt } = invitation
  return {
    id,
    email,
    roles: [...invitation.roles],
    ...(unitId !== undefined && { unitId }),
    ...(unitRoles.length > 0 && { unitRoles: [...unitRoles] }),
    state: stateAt(invitation, now),
    ...(invitedBy === undefined ? {} : { invitedBy }),
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    ...(closedAt ? { closedAt: closedAt.toISOString() } : {}),
  }
}

export function viewJoined({ companyId, roles: held }: Joined): Type.Static<typeof JoinedView> {
  return { companyId, roles: [...held] satisfies Role[] }
}

export function viewMemberships(
  memberships: readonly Membership[],
  selected: string,
): Type.Static<typeof MembershipsView> {
  return {
    companies: memberships.map(({ companyId, companyName: name, roles: held, joinedAt }) => ({
      companyId,
      name,
      roles: [...held],
      joinedAt: joinedAt.toISOString(),
      selected: companyId === selected,
    })),
  }
}
