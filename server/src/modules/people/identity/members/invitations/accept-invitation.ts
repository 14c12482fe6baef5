import type { Actor, Role } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { readerLocale } from '#kernel/locale'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { openSession, type SessionTokens } from '../../sessions/open-session.ts'
import { assertPasswordStrong } from '../../sessions/passwords/password-policy.ts'
import { findCompany } from '../companies/company-store.ts'
import type { MemberDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { rolesAudited } from '../member.ts'
import { findUserIdByEmail, insertMembership, insertUser, lockUser } from '../member-store.ts'
import { holdCompany } from '../standing.ts'
import { setUnitOfMember, setUnitRoles } from '../unit-of-member-store.ts'
import { type Invitation, invitationHash } from './invitation.ts'
import { findOpenInvitation, markAccepted } from './invitation-store.ts'

export type AcceptInput = {
  readonly token: string
  readonly name: string
  readonly password: string
}

/**
 * For a person without an account, who gets one and is signed in. The token came by mail, so the address belongs to
 * that person. A refusal does not say what is wrong with a token: nobody can probe for tokens.
 */
export async function acceptInvitation(
  deps: MemberDeps,
  { token, name, password }: AcceptInput,
): Promise<SessionTokens> {
  const now = deps.now()
  const { pool } = deps.database
  const invitation = await findOpenInvitation(pool, invitationHash(token), now)
  if (!invitation) throw fail('invitation_not_found')
  const { companyId, email, roles } = invitation
  if (await findUserIdByEmail(pool, email)) throw fail('invitation_needs_sign_in')
  const company = await findCompany(pool, companyId)
  assertPasswordStrong(password, { words: [email, name, company?.name ?? ''] })

  const passwordHash = await deps.passwords.hash(password)
  const userId = newId('usr', now)
  await deps.database.transaction(async (tx) => {
    await holdCompany(tx, companyId)
    const person = { userId, email, name, passwordHash }
    if (!(await insertUser(tx, person, now))) throw fail('invitation_needs_sign_in')
    await join(tx, invitation, userId, undefined, now)
  })
  const locale = readerLocale(undefined, company?.locale)
  const person = { userId, companyId, roles, email, name, passwordHash, locale }
  return openSession(deps.sessions, person, ['password'], now)
}

export type Joined = { readonly companyId: Id<'co'>; readonly roles: readonly Role[] }

/** For a signed-in person with an account, who gets one more company to choose. */
export async function joinCompany(deps: MemberDeps, actor: Actor, token: string): Promise<Joined> {
  const now = deps.now()
  const { pool } = deps.database
  const invitation = await findOpenInvitation(pool, invitationHash(token), now)
  // An invitation of another person counts as not found, whoever passed the token on.
  if (!invitation || invitation.email !== actor.email) throw fail('invitation_not_found')
  const { companyId, roles } = invitation
  await deps.database.transaction(async (tx) => {
    await holdCompany(tx, companyId)
    const person = await lockUser(tx, actor.id)
    if (!person) throw fail('invitation_not_found')
    const operates = roles.includes('operator')
    if (person.isOperator !== undefined && person.isOperator !== operates) {
      throw fail('operators_apart')
    }
    await join(tx, invitation, actor.id, actor, now)
  })
  return { companyId, roles }
}

async function join(
  tx: Tx,
  invitation: Invitation,
  userId: string,
  actor: Actor | undefined,
  now: Date,
): Promise<void> {
  const { companyId, roles, unitId, unitRoles } = invitation
  if (!(await markAccepted(tx, invitation, userId, now))) throw fail('invitation_not_found')
  if (!(await insertMembership(tx, companyId, userId, roles, now))) throw fail('already_member')
  // The invitation has kept these units open.
  if (unitId !== undefined) await setUnitOfMember(tx, companyId, userId, unitId)
  if (unitRoles.length > 0) await setUnitRoles(tx, companyId, userId, unitRoles)
  recordAudit(tx, {
    companyId,
    actor,
    action: 'identity.invitation_accepted',
    target: { type: 'invitation', id: invitation.id },
    outcome: 'done',
    details: { userId, ...rolesAudited(invitation) },
    now,
  })
}
