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
