import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { newId } from '#kernel/id'
import { missedPostalForms } from '#kernel/postal-code'
import type { Clock } from '#kernel/time'
import type { BillingAddress } from '#modules/identity'
import { requireOpenUnit } from '#modules/structure'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import {
  type BookedAddress,
  deleteAddress,
  findAddress,
  lockBook,
  putAddress,
} from './address-store.ts'
import { fail } from './failures.ts'
import { type Defaults, findDefaults, findSeenUnits, isSeen } from './seen-addresses.ts'

export const addressesMax = 500

export type AddressInput = {
  readonly label: string
  readonly address: BillingAddress
  /** Null: it serves the whole company. */
  readonly unitId?: string | null | undefined
  readonly defaultShipTo?: boolean | undefined
  readonly defaultBillTo?: boolean | undefined
}

export type Addresses = {
  /**
   * Throws `addresses.address_not_found` for an unknown address, for one of another company and for one of a unit whose
   * addresses the actor does not see alike. Changes do so, too.
   */
  get(actor: Actor, addressId: string): Promise<BookedAddress>
  /** For the unit that the actor chose, or orders for. */
  defaults(actor: Actor, chosenUnitId?: string): Promise<Defaults>
  add(actor: Actor, input: AddressInput): Promise<BookedAddress>
  /** Absent fields do not change. */
  change(actor: Actor, addressId: string, changes: Partial<AddressInput>): Promise<BookedAddress>
  remove(actor: Actor, addressId: string): Promise<BookedAddress>
}

type Deps = { readonly database: Database; readonly now: Clock }

export function createAddresses(deps: Deps): Addresses {
  const { pool } = deps.database
  return {
    get: (actor, addressId) => getSeen(pool, actor, addressId),
    defaults: (actor, chosenUnitId) => findDefaults(pool, actor, chosenUnitId),
    add: (actor, input) => addAddress(deps, actor, input),
    change: (actor, addressId, changes) => changeAddress(deps, actor, addressId, changes),
    remove: (actor, addressId) => removeAddress(deps, actor, addressId),
  }
}

async function addAddress(
  { database, now: clock }: Deps,
  actor: Actor,
  { label, address, unitId: named, defaultShipTo = false, defaultBillTo = false }: AddressInput,
): Promise<BookedAddress> {
  assertPlaceKnown(address)
  const now = clock()
  const id = newId('adr', now)
  const { companyId, id: addedBy } = actor
  const unitId = named ?? undefined
  const times = { createdAt: now, changedAt: now }
  const facts = { label, address, unitId, defaultShipTo, defaultBillTo }
  const booked = { id, companyId, ...facts, addedBy, ...times }
  return database.transaction(async (tx) => {
    const count = await lockBook(tx, companyId)
    if (count >= addressesMax) throw fail('addresses_limit_reached', { limit: addressesMax })
    await assertUnitSeen(tx, actor, unitId)
    await putAddress(tx, booked)
    auditAddress(tx, actor, 'added', booked, now)
    return booked
  })
}

async function changeAddress(
  { database, now: clock }: Deps,
  actor: Actor,
  addressId: string,
  changes: Partial<AddressInput>,
): Promise<BookedAddress> {
  if (changes.address) assertPlaceKnown(changes.address)
  const now = clock()
  return database.transaction(async (tx) => {
    await lockBook(tx, actor.companyId)
    const before = await getSeen(tx, actor, addressId)
    const { label = before.label, address = before.address } = changes
    const { defaultShipTo = before.defaultShipTo, defaultBillTo = before.defaultBillTo } = changes
    const unitId = changes.unitId === undefined ? before.unitId : (changes.unitId ?? undefined)
    if (unitId !== before.unitId) await assertUnitSeen(tx, actor, unitId)
    const facts = { label, address, unitId, defaultShipTo, defaultBillTo }
    const booked = { ...before, ...facts, changedAt: now }
    await putAddress(tx, booked)
    auditAddress(tx, actor, 'changed', booked, now)
    return booked
  })
}

async function removeAddress(
  { database, now: clock }: Deps,
  actor: Actor,
  addressId: string,
): Promise<BookedAddress> {
  const now = clock()
  return database.transaction(async (tx) => {
    await lockBook(tx, actor.companyId)
    const booked = await getSeen(tx, actor, addressId)
    await deleteAddress(tx, booked)
    auditAddress(tx, actor, 'deleted', booked, now)
    return booked
  })
}

async function getSeen(conn: Conn, actor: Actor, addressId: string): Promise<BookedAddress> {
  const found = await findAddress(conn, actor.companyId, addressId)
  if (!found || !isSeen(await findSeenUnits(conn, actor), found)) {
    throw fail('address_not_found', { addressId })
  }
  return found
}

/** The unit does not end before the transaction does. */
async function assertUnitSeen(tx: Tx, actor: Actor, unitId: string | undefined): Promise<void> {
  if (unitId === undefined) return
  await requireOpenUnit(tx, actor.companyId, unitId)
  if (!isSeen(await findSeenUnits(tx, actor), { unitId })) throw fail('unit_not_yours', { unitId })
}

function assertPlaceKnown({ country, postalCode }: BillingAddress): void {
  if (!isCountry(country)) throw fail('country_unknown', { country })
  const forms = missedPostalForms(country, postalCode)
  if (forms) throw fail('postal_code_invalid', { country, forms })
}

/**
 * The audit records that the address changed, but not its content: the audit log outlives the people who are named in
 * addresses.
 */
function auditAddress(
  tx: Tx,
  actor: Actor,
  done: 'added' | 'changed' | 'deleted',
  { id, companyId, unitId, address: { country } }: BookedAddress,
  now: Date,
): void {
  const action = `addresses.address_${done}` as const
  const target = { type: 'address', id }
  const details = { country, ...(unitId !== undefined && { unitId }) }
  recordAudit(tx, { companyId, actor, action, target, outcome: 'done', details, now })
}
