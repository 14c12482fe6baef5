import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'

/** Our own work on an order, in the name of no person. The company is the one that bought. */
export function systemActor(companyId: Id<'co'>): Actor {
  return { kind: 'system', id: 'system', companyId, roles: new Set(), scopes: new Set() }
}
