import { secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import type { Wake } from '#platform/wake'
import type { ShippingMethod } from './method.ts'
import { listMethods } from './method-store.ts'

export const methodsChanged = 'shipping.methods_changed'
/** Where no ring tells of a change, it is found after this time. */
const rememberedMs = secondsMs(5)
const keptMax = 5_000

export type MethodsOf = (
  conn: Conn,
  companyIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly ShippingMethod[]>>

/** Every cart asks for those of the same few suppliers: a process remembers them for seconds. */
export function rememberedMethods(wake: Wake): MethodsOf {
  let kept = new Map<string, { readonly methods: readonly ShippingMethod[]; until: number }>()
  let turn = 0
  wake.listen(methodsChanged, () => {
    turn += 1
    kept = new Map()
  })
  return async (conn, companyIds) => {
    const at = turn
    const now = performance.now()
    const found = new Map<string, readonly ShippingMethod[]>()
    for (const id of companyIds) {
      const known = kept.get(id)
      if (known && now < known.until) found.set(id, known.methods)
    }
    const missing = companyIds.filter((id) => !found.has(id))
    if (missing.length === 0) return found
    const read = Map.groupBy(await listMethods(conn, missing), ({ companyId }) => companyId)
    if (kept.size + missing.length > keptMax) kept = new Map()
    for (const id of missing) {
      const methods = read.get(id as ShippingMethod['companyId']) ?? []
      found.set(id, methods)
      // What was read while a change rang may be the state before it.
      if (at === turn) kept.set(id, { methods, until: now + rememberedMs })
    }
    return found
  }
}
