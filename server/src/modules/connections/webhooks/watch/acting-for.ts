import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'

/** The operator as an actor in the company that owns the deliveries. The audit log names the operator. */
export const actingFor = (actor: Actor, companyId: string): Actor => ({
  ...actor,
  companyId: companyId as Id<'co'>,
})
