import { type Actor, ownerIdOf } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { UnitPrice } from '#kernel/money'

export const cartMode = 'AVAILABILITY_CHECKED_NON_RESERVING'
export const linesMax = 500
export const quantityMax = 1_000_000

/** Whose cart: a person, an integration, or the certification whose practice cart it is. */
export type CartOwner = { readonly companyId: Id<'co'>; readonly ownerId: string }

/** A person has one cart however they sign in; an integration has its own, and keeps it over a rotation of its key. */
export function ownerOf(actor: Actor): CartOwner {
  return { companyId: actor.companyId, ownerId: ownerIdOf(actor) }
}

export type CheckoutState = 'RESERVED' | 'PAYMENT_INITIATED_CART_RECONCILING'

/** The checkout that holds the cart. While it does, nothing in the cart can be changed. */
export type CartLock = { readonly checkoutId: string; readonly state: CheckoutState }

export type PriceTier = { readonly minQuantity: number; readonly unitPrice: UnitPrice }

export type CartLine = {
  readonly id: Id<'itm'>
  readonly itemVersion: number
  readonly productId: string
  readonly quantity: number
  /** The tiers of the day it was added, or its price was last accepted, as the supplier states them: a rate that moves is no change of price. */
  readonly addedPrices: readonly PriceTier[]
}

export type Cart = {
  readonly id: Id<'cart'>
  readonly companyId: Id<'co'>
  readonly snapshotVersion: number
  readonly currency: string
  readonly country: string
  readonly lock: CartLock | undefined
  /** In the order in which they were added. */
  readonly lines: readonly CartLine[]
}

/** What a client may ask to change, each with the version that it has seen. */
export type CartChange =
  | {
      readonly kind: 'add_item'
      readonly itemId: Id<'itm'>
      readonly productId: string
      readonly quantity: number
      readonly prices: readonly PriceTier[]
    }
  | {
      readonly kind: 'change_quantity'
      readonly itemId: string
      readonly quantity: number
      readonly expectedItemVersion: number
      /** Those of today, where they were accepted. */
      readonly prices?: readonly PriceTier[] | undefined
    }
  | { readonly kind: 'remove_item'; readonly itemId: string; readonly expectedItemVersion: number }
  | { readonly kind: 'clear'; readonly expectedSnapshotVersion: number }
  | {
      readonly kind: 'set_place'
      readonly currency: string | undefined
      readonly country: string | undefined
      readonly expectedSnapshotVersion: number
    }

/** What became of it. Only `CHANGED` changed anything. */
export type ChangeOutcome =
  | {
      readonly state: 'CHANGED'
      readonly snapshotVersion: number
      /** As it is now. Undefined when another change came first and the statement cannot tell: then read it. */
      readonly cart: Cart | undefined
    }
  | { readonly state: 'NO_CART' }
  | { readonly state: 'NO_ITEM' }
  | { readonly state: 'LOCKED'; readonly lock: CartLock }
  | { readonly state: 'CONFLICT'; readonly current: number }
  | { readonly state: 'EXISTS'; readonly line: CartLine }
  | { readonly state: 'FULL' }

/** The price at this quantity: that of the highest tier that it reaches. Undefined below the lowest. */
export function priceAt(tiers: readonly PriceTier[], quantity: number): UnitPrice | undefined {
  let reached: PriceTier | undefined
  for (const tier of tiers) {
    if (tier.minQuantity > quantity) continue
    if (!reached || tier.minQuantity > reached.minQuantity) reached = tier
  }
  return reached?.unitPrice
}
