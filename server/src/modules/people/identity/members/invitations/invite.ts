import type { Actor, CompanyRole, Role, UnitRole } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import { after, daysMs, hoursMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { enqueueMail, oneLine } from '#platform/mail'
import { type Letter, writeLetter } from '#platform/texts'
import { writeMail } from '../../mails.ts'
import type { Company } from '../companies/company.ts'
import type { MemberDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { rolesAudited } from '../member.ts'
import { hasMember, localeOfAddress } from '../member-store.ts'
import { holdCompany, requireAdmin } from '../standing.ts'
import { type Invitation, invitationHash, newInvitationToken } from './invitation.ts'
import { countInvitations, insertInvitation, markRevoked } from './invitation-store.ts'

const lifeDays = 7
/** Our mail must not become a nuisance to anybody, and no company may send in bulk. */
const perAddressAndDayMax = 5
const perCompanyAndDayMax = 200

export type InviteInput = {
  readonly email: string
  readonly roles: readonly CompanyRole[]
  /** The unit to which the person will belong. */
  readonly unitId?: string | undefined
  readonly unitRoles?: readonly UnitRole[] | undefined
}

/** A repeated invitation has a new token. The previous token no longer works. */
export async function inviteMember(
  deps: MemberDeps,
  actor: Actor,
  input: InviteInput,
): Promise<Invitation> {
  return deps.database.transaction(async (tx) => {
    const company = await holdCompany(tx, actor.companyId)
    await requireAdmin(tx, actor)
    if (company.platform) throw fail('operators_apart')
    const { unitId, unitRoles = [] } = input
    const ofRoles = unitRoles.map((one) => one.unitId)
    for (const named of new Set(unitId === undefined ? ofRoles : [unitId, ...ofRoles])) {
      await deps.requireOpenUnit(tx, company.id, named)
    }
    return invite(deps, tx, { company, actor, ...input })
  })
}

export async function inviteOperator(
  deps: MemberDeps,
  actor: Actor,
  email: string,
): Promise<Invitation> {
  return deps.database.transaction(async (tx) => {
    const company = await holdCompany(tx, actor.companyId)
    await requireAdmin(tx, actor)
    if (!company.platform) throw fail('operators_apart')
    return invite(deps, tx, { company, email, roles: ['operator'], actor })
  })
}

export async function revokeInvitation(
  deps: MemberDeps,
  actor: Actor,
  invitationId: string,
): Promise<Invitation> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const [revoked] = await markRevoked(tx, actor.companyId, { id: invitationId }, now)
    if (!revoked) throw fail('invitation_not_found')
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'identity.invitation_revoked',
      target: { type: 'invitation', id: invitationId },
      outcome: 'done',
      now,
    })
    return revoked
  })
}

type Invited = Omit<InviteInput, 'roles'> & {
  readonly company: Company
  readonly roles: readonly Role[]
  readonly actor: Actor
}

/** Call this while the company is locked, so that of two invitations of one address the second sees the first. */
export async function invite(
  deps: MemberDeps,
  tx: Tx,
  { company, email: given, roles, unitId, unitRoles = [], actor }: Invited,
): Promise<Invitation> {
  const now = deps.now()
  const email = given.toLowerCase()
  if (await hasMember(tx, company.id, email)) throw fail('already_member')
  await assertRoomForInvitation(tx, company.id, email, now)
  await markRevoked(tx, company.id, { email }, now)

  const token = newInvitationToken()
  const invitation: Invitation = {
    id: newId('ivt', now),
    companyId: company.id,
    email,
    roles,
    unitId,
    unitRoles,
    state: 'OPEN',
    invitedBy: actor.id,
    createdAt: now,
    expiresAt: after(now, daysMs(lifeDays)),
    closedAt: undefined,
  }
  await insertInvitation(tx, { ...invitation, tokenHash: invitationHash(token) })
  enqueueMail(tx, {
    to: email,
    ...letter(await localeOfAddress(tx, email, company), company, token, deps.invitationPageUrl),
    dedupeKey: `identity.invitation/${invitation.id}`,
    seal: deps.seal,
    usefulUntil: invitation.expiresAt,
    now,
  })
  recordAudit(tx, {
    companyId: company.id,
    actor,
    action: 'identity.invitation_sent',
    target: { type: 'invitation', id: invitation.id },
    outcome: 'done',
    details: rolesAudited(invitation),
    now,
  })
  return invitation
}

async function assertRoomForInvitation(
  tx: Tx,
  companyId: string,
  email: string,
  now: Date,
): Promise<void> {
  const since = after(now, -hoursMs(24))
  const { ofAddress, ofCompany } = await countInvitations(tx, companyId, email, since)
  if (ofAddress >= perAddressAndDayMax || ofCompany >= perCompanyAndDayMax) {
    throw fail('invitations_too_many')
  }
}

function letter(locale: Locale, company: Company, token: string, pageUrl: string): Letter {
  // The token is behind the #, which browsers send to no server, so that no log contains it.
  const address = `${pageUrl}#${token}`
  const values = { company: oneLine(company.name), days: lifeDays, address }
  return {
    ...writeLetter(writeMail, locale, 'invitation', values),
    button: { label: writeMail(locale, 'invitation.button'), address },
  }
}
