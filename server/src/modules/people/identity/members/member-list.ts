import { Type } from 'typebox'
import { companyRoles } from '#kernel/actor'
import { sql } from '#platform/db'
import { defineList, filter, ofCompany } from '#platform/lists'
import { MemberView, viewMember } from './member-schemas.ts'
import { type MemberRow, toMember } from './member-store.ts'

export const memberList = defineList({
  operationId: 'listMembers',
  url: '/api/v1/members',
  summary: 'List members',
  description: 'Lists the newest account first.',
  tags: ['Members'],
  config: { access: 'person', operatorsToo: true },
  item: MemberView,
  columns: ['userId', 'name', 'email', 'roles', 'unitId', 'joinedAt'],
  filters: {
    role: filter(
      Type.Enum([...companyRoles], {
        description: 'The members who have this role, perhaps beside others.',
      }),
      (role) => sql`t.roles @> array[${role}]::text[]`,
    ),
    unitId: filter(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The members who belong to this unit.',
      }),
      (unitId) => sql`t.unit_id = ${unitId}`,
    ),
  },
  from: sql`identity.memberships t join identity.users u on u.id = t.user_id`,
  select: sql`t.company_id, t.user_id, t.roles, t.unit_id, t.unit_roles, t.created_at, u.email, u.name`,
  scope: ({ actor }) => ofCompany(actor),
  identity: { 't.user_id': 'text' },
  sorts: { newest: { keys: { 't.user_id': 'text' }, direction: 'desc' } },
  writtenAt: 't.written_at',
  csv: { operationId: 'downloadMembers', summary: 'Download members as CSV' },
  show: (rows: readonly MemberRow[]) => rows.map((row) => viewMember(toMember(row))),
})
