import type { Clock } from '#kernel/time'
import { sql } from '#platform/db'
import { defineList, ofCompany } from '#platform/lists'
import type { InvitationRow } from '../../tables.ts'
import { InvitationView, viewInvitation } from '../member-schemas.ts'
import { toInvitation } from './invitation-store.ts'

/** By `invitations_newest`, without a sort. */
export const invitationList = (now: Clock) =>
  defineList({
    operationId: 'listInvitations',
    url: '/api/v1/invitations',
    summary: 'List invitations',
    description: 'Newest first. An invitation that runs out is not a change for `updatedAfter`.',
    tags: ['Members'],
    config: { access: 'company_admin', operatorsToo: true },
    item: InvitationView,
    columns: ['id', 'email', 'roles', 'state', 'createdAt', 'expiresAt'],
    filters: {},
    from: sql`identity.invitations t`,
    scope: ({ actor }) => ofCompany(actor),
    identity: { 't.id': 'text' },
    sorts: {
      newest: { keys: { 't.created_at': 'timestamptz', 't.id': 'text' }, direction: 'desc' },
    },
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadInvitations', summary: 'Download invitations as CSV' },
    show: (rows: readonly InvitationRow[]) => {
      const at = now()
      return rows.map((row) => viewInvitation(toInvitation(row), at))
    },
  })
