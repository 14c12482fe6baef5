import { sql } from 'kysely'
import type { Role, UnitRole } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Conn, Tx } from '#platform/db'
import { type InvitationRow, tables } from '../../tables.ts'
import type { Invitation } from './invitation.ts'

export async function insertInvitation(
  tx: Tx,
  invitation: Invitation & { readonly tokenHash: Buffer },
): Promise<void> {
  await tables(tx)
    .insertInto('identity.invitations')
    .values({
      company_id: invitation.companyId,
      id: invitation.id,
      email: invitation.email,
      roles: [...invitation.roles],
      unit_id: invitation.unitId ?? null,
      unit_roles: JSON.stringify(invitation.unitRoles),
      token_hash: invitation.tokenHash,
      state: invitation.state,
      invited_by: invitation.invitedBy ?? null,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
      closed_at: null,
      accepted_by: null,
    })
    .execute()
}

export type InvitationCounts = { readonly ofCompany: number; readonly ofAddress: number }

/** Counts the invitations that were sent since then. Uses `invitations_newest`. */
export async function countInvitations(
  tx: Tx,
  companyId: string,
  email: string,
  since: Date,
): Promise<InvitationCounts> {
  const { rows } = await sql<{ of_company: number; of_address: number }>`
    select count(*) as of_company, count(*) filter (where email = ${email}) as of_address
    from identity.invitations
    where company_id = ${companyId} and created_at > ${since}
  `.execute(tx)
  return { ofCompany: rows[0]?.of_company ?? 0, ofAddress: rows[0]?.of_address ?? 0 }
}

/** Finds the invitation of a token while it is valid. */
export async function findOpenInvitation(
  conn: Conn,
  tokenHash: Buffer,
  now: Date,
): Promise<Invitation | undefined> {
  const { rows } = await sql<InvitationRow>`
    select i.* from identity.invitations i
    join identity.companies c on c.id = i.company_id and c.disabled_at is null
    where i.token_hash = ${tokenHash} and i.state = 'OPEN' and i.expires_at > ${now}
  `.execute(conn)
  return rows[0] && toInvitation(rows[0])
}

/** Returns false if it was accepted, revoked or expired a moment before: an invitation is used once. */
export async function markAccepted(
  tx: Tx,
  { companyId, id }: Invitation,
  userId: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.invitations
    set state = 'ACCEPTED', accepted_by = ${userId}, closed_at = ${now}
    where company_id = ${companyId} and id = ${id} and state = 'OPEN' and expires_at > ${now}
  `.execute(tx)
  return numAffectedRows === 1n
}

type Which =
  | { readonly id: string }
  | { readonly email: string }
  /** All invitations by a person who may no longer invite. */
  | { readonly invitedBy: string }

export async function markRevoked(
  tx: Tx,
  companyId: string,
  which: Which,
  now: Date,
): Promise<Invitation[]> {
  const picked =
    'id' in which
      ? sql`id = ${which.id}`
      : 'email' in which
        ? sql`email = ${which.email}`
        : sql`invited_by = ${which.invitedBy}`
  const { rows } = await sql<InvitationRow>`
    update identity.invitations set state = 'REVOKED', closed_at = ${now}
    where company_id = ${companyId} and state = 'OPEN' and ${picked}
    returning *
  `.execute(tx)
  return rows.map(toInvitation)
}

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id as Id<'ivt'>,
    companyId: row.company_id as Id<'co'>,
    email: row.email,
    roles: row.roles as Role[],
    unitId: row.unit_id ?? undefined,
    unitRoles: row.unit_roles as UnitRole[],
    state: row.state as Invitation['state'],
    invitedBy: row.invited_by ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    closedAt: row.closed_at ?? undefined,
  }
}
