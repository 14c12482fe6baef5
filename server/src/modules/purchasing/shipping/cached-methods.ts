import { cachedEach, type ReadEach, type Wake } from '#platform/wake'
import type { ShippingMethod } from './method.ts'
import { listMethods } from './method-store.ts'

export const methodsChanged = 'shipping.methods_changed'

/** Caches the methods of each company, and that a company has none: all carts need those of the same few suppliers. */
export function cachedMethods(wake: Wake): ReadEach<readonly ShippingMethod[]> {
  return cachedEach(wake, methodsChanged, async (conn, companyIds) => {
    const methods = await listMethods(conn, companyIds)
    return new Map(
      companyIds.map((id) => [id, methods.filter(({ companyId }) => companyId === id)]),
    )
  })
}
