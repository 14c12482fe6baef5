import type { Actor } from '#kernel/actor'
import { isCountry } from '#kernel/country'
import { newId } from '#kernel/id'
import { missedPostalForms } from '#kernel/postal-code'
import type { Clock } from '#kernel/time'
import type { BillingAddress } from '#modules/identity'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import {
  type BookedAddress,
  deleteAddress,
  findAddress,
  lockBook,
  putAddress,
} from './address-store.ts'
import { fail } from './failures.ts'

export const addressesMax = 500

export type AddressInput = {
  readonly label: string
  readonly address: BillingAddress
  readonly defaultShipTo?: boolean | undefined
  readonly defaultBillTo?: boolean | undefined
}

export type Addresses = {
  /**
   * Throws `addresses.address_not_found` for an unknown address and for one of another company alike. Changes do so,
   * too.
   */
  get(actor: Actor, addressId: string): Promise<BookedAddress>
  add(actor: Actor, input: AddressInput): Promise<BookedAddress>
  /** Absent fields do not change. */
  change(actor: Actor, addressId: string, changes: Partial<AddressInput>): Promise<BookedAddress>
  remove(actor: Actor, addressId: string): Promise<BookedAddress>
}

type Deps = { readonly database: Database; readonly now: Clock }

export function createAddresses(deps: Deps): Addresses {
  const { pool } = deps.database
  return {
    get: async ({ companyId }, addressId) => {
      const found = await findAddress(pool, companyId, addressId)
      if (!found) throw fail('address_not_found', { addressId })
      return found
    },
    add: (actor, input) => addAddress(deps, actor, input),
    change: (actor, addressId, changes) => changeAddress(deps, actor, addressId, changes),
    remove: (actor, addressId) => removeAddress(deps, actor, addressId),
  }
}

async function addAddress(
  { database, now: clock }: Deps,
  actor: Actor,
  { label, address, defaultShipTo = false, defaultBillTo = false }: AddressInput,
): Promise<BookedAddress> {
  assertPlaceKnown(address)
  const now = clock()
  const id = newId('adr', now)
  const { companyId, id: addedBy } = actor
  const times = { createdAt: now, changedAt: now }
  const booked = { id, companyId, label, address, defaultShipTo, defaultBillTo, addedBy, ...times }
  return database.transaction(async (tx) => {
    const count = await lockBook(tx, companyId)
    if (count >= addressesMax) throw fail('addresses_limit_reached', { limit: addressesMax })
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
    const before = await findAddress(tx, actor.companyId, addressId)
    if (!before) throw fail('address_not_found', { addressId })
    const { label = before.label, address = before.address } = changes
    const { defaultShipTo = before.defaultShipTo, defaultBillTo = before.defaultBillTo } = changes
    const booked = { ...before, label, address, defaultShipTo, defaultBillTo, changedAt: now }
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
    const booked = await deleteAddress(tx, actor.companyId, addressId)
    if (!booked) throw fail('address_not_found', { addressId })
    auditAddress(tx, actor, 'deleted', booked, now)
    return booked
  })
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
  { id, companyId, address: { country } }: BookedAddress,
  now: Date,
): void {
  const action = `addresses.address_${done}` as const
  const target = { type: 'address', id }
  const details = { country }
  recordAudit(tx, { companyId, actor, action, target, outcome: 'done', details, now })
}
