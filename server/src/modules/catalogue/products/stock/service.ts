import type { Actor } from '#kernel/actor'
import type { Quantity } from '#kernel/quantity'
import type { AgreementsDeps } from '../agreements/deps.ts'
import { managedSupplierId } from '../agreements/sellers.ts'
import { fail } from '../failures.ts'
import {
  changeLocation,
  createLocation,
  type LocationChanges,
  type NewLocation,
  removeLocation,
} from './change-locations.ts'
import { type CountDraft, countStock, type StockCounted } from './count-stock.ts'
import { listStockIn } from './count-store.ts'
import { divideStock } from './divide-stock.ts'
import type { StockLocation } from './location.ts'
import { findLocation } from './location-store.ts'

export type StockHere = {
  readonly productId: string
  readonly sku: string
  readonly counted: Quantity
  readonly available: Quantity
  readonly countedAt: Date
}

/**
 * The places where suppliers keep goods. Operators manage those of every supplier, the administrators of a supplier
 * their own.
 */
export type StockLocations = {
  create(actor: Actor, input: NewLocation): Promise<StockLocation>
  change(actor: Actor, id: string, changes: LocationChanges): Promise<StockLocation>
  remove(actor: Actor, id: string): Promise<void>
  get(actor: Actor, id: string): Promise<StockLocation>
  countStock(actor: Actor, id: string, drafts: readonly CountDraft[]): Promise<StockCounted>
  listStock(
    actor: Actor,
    id: string,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<StockHere[]>
}

export function createStockLocations(deps: AgreementsDeps): StockLocations {
  const { pool } = deps.database
  const get = async (actor: Actor, locationId: string) => {
    const location = await findLocation(pool, managedSupplierId(actor), locationId)
    if (!location) throw fail('stock_location_not_found', { locationId })
    return location
  }
  return {
    create: (actor, input) => createLocation(deps, actor, input),
    change: (actor, id, changes) => changeLocation(deps, actor, id, changes),
    remove: (actor, id) => removeLocation(deps, actor, id),
    get,
    countStock: (actor, id, drafts) => countStock(deps, actor, id, drafts),
    listStock: async (actor, id, page) => {
      await get(actor, id)
      const found = await listStockIn(pool, id, page)
      return found.flatMap(({ onHand, counts, ...rest }) =>
        divideStock(onHand, counts)
          .filter(({ locationId }) => locationId === id)
          .map(({ counted, available }) => ({ ...rest, counted, available })),
      )
    },
  }
}
