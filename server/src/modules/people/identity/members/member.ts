import type { Role } from '#kernel/actor'
import type { Id } from '#kernel/id'

export type Member = {
  readonly userId: Id<'usr'>
  readonly companyId: Id<'co'>
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  /** The unit of the company that the person belongs to. */
  readonly unitId: string | undefined
  readonly joinedAt: Date
}

export type Membership = {
  readonly companyId: Id<'co'>
  readonly companyName: string
  readonly roles: readonly Role[]
  readonly joinedAt: Date
}
