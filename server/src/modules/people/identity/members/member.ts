import type { Role, UnitRole } from '#kernel/actor'
import type { Id } from '#kernel/id'

export type Member = {
  readonly userId: Id<'usr'>
  readonly companyId: Id<'co'>
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  /** The unit of the company that the person belongs to. */
  readonly unitId: string | undefined
  /** For one unit and the units below it, beside `roles` for the whole company. */
  readonly unitRoles: readonly UnitRole[]
  readonly joinedAt: Date
}

export type Membership = {
  readonly companyId: Id<'co'>
  readonly companyName: string
  readonly roles: readonly Role[]
  readonly joinedAt: Date
}

/** As the audit log names it: `buyer unt_01m7xb82dw3khw78phh28dvacd`. */
export function nameUnitRole({ role, unitId }: UnitRole): string {
  return `${role} ${unitId}`
}

/** The roles and the unit of an invitation, for the audit log. */
export function rolesAudited({
  roles,
  unitId,
  unitRoles,
}: Pick<Member, 'roles' | 'unitId' | 'unitRoles'>) {
  return {
    roles: [...roles, ...unitRoles.map(nameUnitRole)],
    ...(unitId !== undefined && { unitId }),
  }
}
