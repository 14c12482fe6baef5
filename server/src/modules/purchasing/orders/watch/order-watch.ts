import { after, type Clock, daysMs, hoursMs, secondsMs } from '#kernel/time'
import type { Conn, Database } from '#platform/db'
import type { Order } from '../order.ts'
import { type OrderSearch, searchOrders } from './order-search-store.ts'
import { listStuck, type StuckOrder, type StuckSearch } from './stuck-order-store.ts'

/** A provider has recovered from an outage by then, so money that is still owed needs a look. */
export const creditWaitsSecondsMax = 900

export type OrderWatchDeps = {
  readonly database: Database
  readonly now: Clock
  readonly unconfirmedHours: number
  readonly unshippedDays: number
  /** The names of those companies that exist. */
  readonly namesOf: (
    conn: Conn,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
}

export type NamedStuckOrder = StuckOrder & {
  readonly companyName: string | undefined
  readonly suppliers: readonly { readonly id: string; readonly name: string | undefined }[]
}

export type NamedOrder = Order & { readonly companyName: string | undefined }

/** For operators: the orders of all companies, and those that are stuck. */
export type OrderWatch = {
  listStuck(search: StuckSearch): Promise<NamedStuckOrder[]>
  search(
    search: OrderSearch,
  ): Promise<{ readonly found: readonly NamedOrder[]; readonly scannedUntil: string | undefined }>
}

export function createOrderWatch(deps: OrderWatchDeps): OrderWatch {
  const { database, now: clock, unconfirmedHours, unshippedDays, namesOf } = deps
  return {
    search: async (search) => {
      const { found, scannedUntil } = await searchOrders(database.pool, search)
      const names = await namesOf(database.pool, [...new Set(found.map((one) => one.companyId))])
      const named = found.map((one) => ({ ...one, companyName: names.get(one.companyId) }))
      return { found: named, scannedUntil }
    },
    listStuck: async (search) => {
      const now = clock()
      const limits = {
        unconfirmedBefore: after(now, -hoursMs(unconfirmedHours)),
        unshippedBefore: after(now, -daysMs(unshippedDays)),
        owedBefore: after(now, -secondsMs(creditWaitsSecondsMax)),
      }
      const stuck = await listStuck(database.pool, limits, search)
      const ids = new Set(
        stuck.flatMap(({ companyId, supplierIds }) => [companyId, ...supplierIds]),
      )
      const names = await namesOf(database.pool, [...ids])
      return stuck.map((one) => ({
        ...one,
        companyName: names.get(one.companyId),
        suppliers: one.supplierIds.map((id) => ({ id, name: names.get(id) })),
      }))
    },
  }
}
