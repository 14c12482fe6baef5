import { Compile } from 'typebox/compile'
import { type Actor, may } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { BillingAddressBody } from '#modules/identity'
import { buyingUnitOf, unitsAbove, unitsAround } from '#modules/structure'
import type { Conn } from '#platform/db'
import { type BookedAddress, listAddresses, listDefaults } from './address-store.ts'
import { fail } from './failures.ts'

/** Undefined: the actor sees the addresses of all units. Else those of the company are seen beside these. */
export type SeenUnits = ReadonlySet<string> | undefined

/** Integrations and administrators see all. Others see the addresses that serve their units, or a unit below the units of their roles. */
export async function findSeenUnits(conn: Conn, actor: Actor): Promise<SeenUnits> {
  if (actor.kind === 'api_key' || may(actor, 'administer_company')) return undefined
  return unitsAround(conn, actor)
}

export function isSeen(units: SeenUnits, { unitId }: Pick<BookedAddress, 'unitId'>): boolean {
  return units === undefined || unitId === undefined || units.has(unitId)
}

/** Those of the named addresses that the actor sees, by their ids. Reads nothing if none is named. */
export async function listSeenAddresses(
  conn: Conn,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BookedAddress>> {
  if (ids.length === 0) return new Map()
  const found = await listAddresses(conn, actor.companyId, [...new Set(ids)])
  const units = await findSeenUnits(conn, actor)
  return new Map(found.filter((one) => isSeen(units, one)).map((one) => [one.id, one]))
}

export const addressNotFound = (addressId: string): Failure =>
  fail('address_not_found', { addressId })

export const addressNotPrintable = (addressId: string): Failure =>
  fail('address_not_printable', { addressId })

const printable = Compile(BillingAddressBody)

/**
 * Whether documents show the address as it was sent. The book refuses others now, but has accepted them before: with a line break in a
 * name, a document would show a line that nobody wrote.
 */
export function isPrintable({ address }: { readonly address: object }): boolean {
  return printable.Check(address)
}

export type Defaults = {
  readonly shipTo: BookedAddress | undefined
  readonly billTo: BookedAddress | undefined
}

/** Those that the actor sees, for the unit that the actor chose, or buys for. The nearest wins: that of the unit, that of the units above, that of the company. */
export async function findDefaults(
  conn: Conn,
  actor: Actor,
  chosenUnitId?: string,
): Promise<Defaults> {
  const { companyId, unitId } = await buyingUnitOf(conn, actor, chosenUnitId)
  const line = unitId === undefined ? [] : [...(await unitsAbove(conn, companyId, unitId))]
  const distanceOf = (booked: BookedAddress) =>
    booked.unitId === undefined ? line.length : line.indexOf(booked.unitId)
  const found = await listDefaults(conn, companyId, line)
  const units = await findSeenUnits(conn, actor)
  const nearestFirst = found
    .filter((one) => isSeen(units, one))
    .toSorted((one, other) => distanceOf(one) - distanceOf(other))
  return {
    shipTo: nearestFirst.find(({ defaultShipTo }) => defaultShipTo),
    billTo: nearestFirst.find(({ defaultBillTo }) => defaultBillTo),
  }
}
