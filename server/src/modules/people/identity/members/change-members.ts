import type { Actor } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import { afterCommit, type Tx } from '#platform/db'
import { endSessionsIn } from './companies/company-store.ts'
import type { MemberDeps } from './deps.ts'
import { fail } from './failures.ts'
import { partWithKeys } from './hand-over-keys.ts'
import { markRevoked } from './invitations/invitation-store.ts'
import type { CompanyRole, Member } from './member.ts'
import { deleteMembership, findMember, updateRoles } from './member-store.ts'
import { holdCompany, isAdmin, refuseLastAdmin, requireAdmin } from './standing.ts'

/** Takes effect with the next request: roles are read with the session, and no token contains them. */
export async function changeRoles(
  deps: MemberDeps,
  actor: Actor,
  userId: string,
  roles: readonly CompanyRole[],
  handOverKeysTo?: string,
): Promise<Member> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const company = await holdCompany(tx, actor.companyId)
    await requireAdmin(tx, actor)
    const member = await getMember(tx, actor, userId)
    if (company.platform) throw fail('operators_apart')
    const added = roles.filter((role) => !member.roles.includes(role))
    if (userId === actor.id && added.length > 0) throw fail('own_roles', { roles: added })
    const stays = roles.includes('company_admin')
    if (!stays) await refuseLastAdmin(tx, member)
    await partWithKeys(tx, actor, member, { rolesLeft: roles, heirId: handOverKeysTo, now })

    await updateRoles(tx, actor.companyId, userId, roles)
    deps.peopleLeft(tx, actor.companyId, now)
    if (isAdmin(member) && !stays) {
      await markRevoked(tx, actor.companyId, { invitedBy: userId }, now)
    }
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'identity.roles_changed',
      target: { type: 'person', id: userId },
      outcome: 'done',
      details: { former: [...member.roles], roles: [...roles] },
      now,
    })
    afterCommit(tx, deps.forget)
    return { ...member, roles }
  })
}

/** People leave by themselves; administrators remove others. Sessions in this company end with the membership. */
export async function removeMember(
  deps: MemberDeps,
  actor: Actor,
  userId: string,
  handOverKeysTo?: string,
): Promise<Member> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    await holdCompany(tx, actor.companyId)
    const member = await getMember(tx, actor, userId)
    const leaves = userId === actor.id
    if (!leaves) await requireAdmin(tx, actor)
    await refuseLastAdmin(tx, member)
    await partWithKeys(tx, actor, member, { rolesLeft: [], heirId: handOverKeysTo, now })

    await deleteMembership(tx, actor.companyId, userId)
    deps.peopleLeft(tx, actor.companyId, now)
    await endSessionsIn(tx, actor.companyId, userId, now)
    await markRevoked(tx, actor.companyId, { invitedBy: userId }, now)
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: leaves ? 'identity.member_left' : 'identity.member_removed',
      target: { type: 'person', id: userId },
      outcome: 'done',
      details: { roles: [...member.roles] },
      now,
    })
    afterCommit(tx, deps.forget)
    return member
  })
}

async function getMember(tx: Tx, { companyId }: Actor, userId: string): Promise<Member> {
  const member = await findMember(tx, companyId, userId)
  if (!member) throw fail('member_not_found', { userId })
  return member
}
