import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { type Id, newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import { oneAfterTheOther, type Tx } from '#platform/db'
import type { AgreementsDeps } from '../agreements/deps.ts'
import { ensureSupplier, managedSupplierId, sellerOf } from '../agreements/sellers.ts'
import { fail } from '../failures.ts'
import { defaultPosition, locationsMax, type StockLocation } from './location.ts'
import { countLocations, deleteLocation, lockLocation, saveLocation } from './location-store.ts'

export type NewLocation = {
  /** Required for operators, who manage the locations of every supplier. */
  readonly supplierId?: string | undefined
  readonly name: string
  readonly country: string
  readonly leadTimeDays?: number | undefined
  readonly position?: number | undefined
}

/** Absent fields do not change. A lead time of null means that of the product. */
export type LocationChanges = {
  readonly name?: string | undefined
  readonly country?: string | undefined
  readonly leadTimeDays?: number | null | undefined
  readonly position?: number | undefined
}

export async function createLocation(
  deps: AgreementsDeps,
  actor: Actor,
  input: NewLocation,
): Promise<StockLocation> {
  const now = deps.now()
  assertCountryKnown(input.country)
  const seller = await sellerOf(deps, actor, input.supplierId)
  const location: StockLocation = {
    id: newId('slo', now),
    supplierCompanyId: seller.id as Id<'co'>,
    name: input.name,
    country: input.country,
    leadTimeDays: input.leadTimeDays,
    position: input.position ?? defaultPosition,
    createdAt: now,
    updatedAt: now,
  }
  await deps.database.transaction(async (tx) => {
    await ensureSupplier(tx, seller)
    await oneAfterTheOther(tx, `catalog.stock_locations ${seller.id}`)
    if ((await countLocations(tx, seller.id)) >= locationsMax)
      throw fail('stock_locations_too_many')
    await saveLocation(tx, location)
    recordChange(tx, actor, location, 'created', now)
  })
  return location
}

export async function changeLocation(
  { database, now: clock }: AgreementsDeps,
  actor: Actor,
  locationId: string,
  changes: LocationChanges,
): Promise<StockLocation> {
  const now = clock()
  if (changes.country !== undefined) assertCountryKnown(changes.country)
  return database.transaction(async (tx) => {
    const before = await lockOwnLocation(tx, actor, locationId)
    const { name, country, leadTimeDays, position } = changes
    const location: StockLocation = {
      ...before,
      name: name ?? before.name,
      country: country ?? before.country,
      leadTimeDays: leadTimeDays === undefined ? before.leadTimeDays : (leadTimeDays ?? undefined),
      position: position ?? before.position,
      updatedAt: now,
    }
    await saveLocation(tx, location)
    recordChange(tx, actor, location, 'changed', now)
    return location
  })
}

/** Only an empty location can be deleted, so that a deletion never changes the stock for sale. */
export async function removeLocation(
  { database, now }: AgreementsDeps,
  actor: Actor,
  locationId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const location = await lockOwnLocation(tx, actor, locationId)
    if (!(await deleteLocation(tx, locationId))) throw fail('stock_location_in_use', { locationId })
    recordChange(tx, actor, location, 'deleted', now())
  })
}

async function lockOwnLocation(tx: Tx, actor: Actor, locationId: string): Promise<StockLocation> {
  const location = await lockLocation(tx, managedSupplierId(actor), locationId)
  if (!location) throw fail('stock_location_not_found', { locationId })
  return location
}

function assertCountryKnown(country: string): void {
  if (!isCountry(country)) throw fail('country_unknown', { country })
}

function recordChange(
  tx: Tx,
  actor: Actor,
  location: StockLocation,
  verb: 'created' | 'changed' | 'deleted',
  now: Date,
): void {
  const { id, supplierCompanyId, country, position } = location
  recordAudit(tx, {
    companyId: supplierCompanyId,
    actor,
    action: `catalog.stock_location_${verb}`,
    target: { type: 'stock_location', id },
    outcome: 'done',
    details: { country, position },
    now,
  })
}
