import type { Actor, CompanyRole, UnitRole } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import { afterCommit, type Tx } from '#platform/db'
import { endSessionsIn } from './companies/company-store.ts'
import type { MemberDeps } from './deps.ts'
import { fail } from './failures.ts'
import { partWithKeys } from './hand-over-keys.ts'
import { markRevoked } from './invitations/invitation-store.ts'
import { type Member, nameUnitRole } from './member.ts'
import { deleteMembership, findMember, updateRoles } from './member-store.ts'
import { assertNotLastAdmin, holdCompany, isAdmin, requireAdmin } from './standing.ts'
import { setUnitOfMember, setUnitRoles } from './unit-of-member-store.ts'

export type MemberChange = {
  readonly roles?: readonly CompanyRole[] | undefined
  /** The administrator who takes over the API keys that would lose rights with the roles. */
  readonly handOverKeysTo?: string | undefined
  /** Null: the member belongs to no unit any more. */
  readonly unitId?: string | null | undefined
  /** Replace those that the member has. */
  readonly unitRoles?: readonly UnitRole[] | undefined
}

/** Absent fields do not change. */
export async function changeMember(
  deps: MemberDeps,
  actor: Actor,
  userId: string,
  { roles, handOverKeysTo, unitId, unitRoles }: MemberChange,
): Promise<Member> {
  return deps.database.transaction(async (tx) => {
    const company = await holdCompany(tx, actor.companyId)
    await requireAdmin(tx, actor)
    const member = await getMember(tx, actor, userId)
    if (roles) {
      if (company.platform) throw fail('operators_apart')
      await changeRoles(deps, tx, actor, member, roles, handOverKeysTo)
    }
    const unit = unitId === undefined ? member.unitId : (unitId ?? undefined)
    if (unit !== member.unitId) await moveMember(deps, tx, actor, member, unit)
    if (unitRoles) await changeUnitRoles(deps, tx, actor, member, unitRoles)
    return {
      ...member,
      roles: roles ?? member.roles,
      unitId: unit,
      unitRoles: unitRoles ?? member.unitRoles,
    }
  })
}

/** Takes effect with the next request: roles are read with the session, and no token contains them. */
async function changeRoles(
  deps: MemberDeps,
  tx: Tx,
  actor: Actor,
  member: Member,
  roles: readonly CompanyRole[],
  heirId: string | undefined,
): Promise<void> {
  const now = deps.now()
  const { userId } = member
  const added = roles.filter((role) => !member.roles.includes(role))
  if (userId === actor.id && added.length > 0) throw fail('own_roles', { roles: added })
  const stays = roles.includes('company_admin')
  if (!stays) await assertNotLastAdmin(tx, member)
  await partWithKeys(tx, actor, member, { rolesLeft: roles, heirId, now })

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
}

/** Takes effect with the next request, as roles do. */
async function changeUnitRoles(
  deps: MemberDeps,
  tx: Tx,
  actor: Actor,
  { userId, unitRoles: former }: Member,
  unitRoles: readonly UnitRole[],
): Promise<void> {
  const { companyId } = actor
  const now = deps.now()
  const added = unitRoles.filter((one) => !former.map(nameUnitRole).includes(nameUnitRole(one)))
  if (userId === actor.id && added.length > 0) {
    throw fail('own_roles', { roles: [...new Set(added.map(({ role }) => role))] })
  }
  for (const unitId of new Set(added.map((one) => one.unitId))) {
    await deps.requireOpenUnit(tx, companyId, unitId)
  }
  await setUnitRoles(tx, companyId, userId, unitRoles)
  deps.peopleLeft(tx, companyId, now)
  recordAudit(tx, {
    companyId,
    actor,
    action: 'identity.unit_roles_changed',
    target: { type: 'person', id: userId },
    outcome: 'done',
    details: { former: former.map(nameUnitRole), roles: unitRoles.map(nameUnitRole) },
    now,
  })
  afterCommit(tx, deps.forget)
}

async function moveMember(
  deps: MemberDeps,
  tx: Tx,
  actor: Actor,
  { userId, unitId: former }: Member,
  unitId: string | undefined,
): Promise<void> {
  const { companyId } = actor
  if (unitId !== undefined) await deps.requireOpenUnit(tx, companyId, unitId)
  await setUnitOfMember(tx, companyId, userId, unitId)
  recordAudit(tx, {
    companyId,
    actor,
    action: 'identity.member_moved',
    target: { type: 'person', id: userId },
    outcome: 'done',
    details: { ...(former !== undefined && { former }), ...(unitId !== undefined && { unitId }) },
    now: deps.now(),
  })
  afterCommit(tx, deps.forget)
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
    await assertNotLastAdmin(tx, member)
    await partWithKeys(tx, actor, member, { rolesLeft: [], heirId: handOverKeysTo, now })

    await deleteMembership(tx, actor.companyId, userId)
    await deps.memberRemoved(tx, actor.companyId, userId)
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
