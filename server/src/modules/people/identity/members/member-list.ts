import { sql } from '#platform/db'
import { defineList, ofCompany } from '#platform/lists'
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
  columns: ['userId', 'name', 'email', 'roles', 'joinedAt'],
  filters: {},
  from: sql`identity.memberships t join identity.users u on u.id = t.user_id`,
  select: sql`t.company_id, t.user_id, t.roles, t.created_at, u.email, u.name`,
  scope: ({ actor }) => ofCompany(actor),
  identity: { 't.user_id': 'text' },
  sorts: { newest: { keys: { 't.user_id': 'text' }, direction: 'desc' } },
  show: (rows: readonly MemberRow[]) => rows.map((row) => viewMember(toMember(row))),
})
