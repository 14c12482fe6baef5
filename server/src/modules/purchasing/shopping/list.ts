import { type Actor, may, ownerIdOf } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Quantity } from '#kernel/quantity'

export const visibilities = ['PRIVATE', 'UNIT', 'COMPANY'] as const

export type Visibility = (typeof visibilities)[number]

/** Products that somebody orders again and again. */
export type ShoppingList = {
  readonly id: Id<'lst'>
  readonly companyId: Id<'co'>
  /** A person, or an integration. */
  readonly ownerId: string
  readonly name: string
  readonly visibility: Visibility
  /** With the visibility `UNIT`: its people and those of all units below it read the list. */
  readonly unitId: string | undefined
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
}

export type ListItem = {
  readonly id: Id<'lsi'>
  readonly productId: string
  readonly quantity: Quantity
  readonly note: string | undefined
  /** Counts from 1, without gaps. */
  readonly position: number
}

export const listsMax = 500
export const itemsMax = 500

/** `units`: the unit of the actor and all above it. An administrator reads the lists of every unit, but no private one. */
export function mayRead(actor: Actor, list: ShoppingList, units: ReadonlySet<string>): boolean {
  if (list.ownerId === ownerIdOf(actor) || list.visibility === 'COMPANY') return true
  if (list.visibility === 'PRIVATE') return false
  return may(actor, 'administer_company') || (list.unitId !== undefined && units.has(list.unitId))
}

/** Others read a shared list and copy it. */
export function mayChange(actor: Actor, { ownerId, visibility }: ShoppingList): boolean {
  if (ownerId === ownerIdOf(actor)) return true
  return visibility !== 'PRIVATE' && may(actor, 'administer_company')
}
