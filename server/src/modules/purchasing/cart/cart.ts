import { type Actor, ownerIdOf } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { UnitPrice } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { LineDistinction } from '#modules/orders/line-references'

export const cartMode = 'AVAILABILITY_CHECKED_NON_RESERVING'
export const linesMax = 500

export const cartsMax = 50
export const cartNameMax = 80

/** The owner of a cart: a person, an integration, or the certification of a practice cart. */
export type CartOwner = {
  readonly companyId: Id<'co'>
  readonly ownerId: string
  /** One of the owner's carts. Absent: the active one. */
  readonly cartId?: string | undefined
}

/** Which cart a request means: one by its id, or the practice cart of a certification. Neither: the active one. */
export type WhichCart = {
  readonly cartId?: string | undefined
  /** The colleague who shares the cart with the actor. Absent: it is the actor's own. */
  readonly ownerId?: string | undefined
  readonly practice?: string | undefined
}

/** A person has the same carts however they sign in. An integration has its own, and keeps them when its key is rotated. */
export function ownerOf(actor: Actor, cartId?: string): CartOwner {
  return { companyId: actor.companyId, ownerId: ownerIdOf(actor), cartId }
}

export type CheckoutState = 'RESERVED' | 'PAYMENT_INITIATED_CART_RECONCILING'

/** The checkout that holds the cart. Until it ends, nothing in the cart can be changed. */
export type CartLock = { readonly checkoutId: string; readonly state: CheckoutState }

export type PriceTier = { readonly minQuantity: Quantity; readonly unitPrice: UnitPrice }

/** A product has a line for each division, each requested date and each address. */
export type CartLine = LineDistinction & {
  readonly id: Id<'itm'>
  readonly itemVersion: number
  readonly productId: string
  readonly quantity: Quantity
  /**
   * The tiers of the day on which the line was added or its price was last accepted, in the supplier's currency: a new
   * exchange rate is no price change.
   */
  readonly addedPrices: readonly PriceTier[]
}

export type Cart = {
  readonly id: Id<'cart'>
  readonly companyId: Id<'co'>
  readonly snapshotVersion: number
  readonly currency: string
  readonly country: string
  /** The unit that the owner chose. Undefined: the one for which the owner buys otherwise. */
  readonly unitId?: string | undefined
  readonly lock: CartLock | undefined
  /** In the order in which they were added. */
  readonly lines: readonly CartLine[]
}

/** A change that a client may request, with the version that the client has seen. */
export type CartChange =
  | (LineDistinction & {
      readonly kind: 'add_item'
      readonly itemId: Id<'itm'>
      readonly productId: string
      readonly quantity: Quantity
      readonly prices: readonly PriceTier[]
      /** The unit of the cart whose prices these are. The change adds nothing if the cart has another one. */
      readonly unitId?: string | undefined
    })
  | {
      readonly kind: 'change_quantity'
      readonly itemId: string
      readonly quantity: Quantity
      readonly expectedItemVersion: number
      /** Today's prices, if the buyer accepted them. */
      readonly prices?: readonly PriceTier[] | undefined
      /** What tells the line apart from now on, and its product. Undefined: it stays. */
      readonly distinction?: (LineDistinction & { readonly productId: string }) | undefined
    }
  | { readonly kind: 'remove_item'; readonly itemId: string; readonly expectedItemVersion: number }
  | { readonly kind: 'clear'; readonly expectedSnapshotVersion: number }
  | {
      readonly kind: 'set_place'
      readonly name?: string | undefined
      readonly currency: string | undefined
      readonly country: string | undefined
      /** Undefined: it stays. Null: the owner chooses none. */
      readonly unitId?: string | null | undefined
      readonly expectedSnapshotVersion: number
    }

/** The outcome of a change. Only `CHANGED` changed anything. */
export type ChangeOutcome =
  | {
      readonly state: 'CHANGED'
      readonly snapshotVersion: number
      /**
       * The cart after the change. Undefined if another change came first and the statement does not know the result:
       * read the cart then.
       */
      readonly cart: Cart | undefined
    }
  | { readonly state: 'NO_CART' }
  | { readonly state: 'NO_ITEM' }
  | { readonly state: 'LOCKED'; readonly lock: CartLock }
  | { readonly state: 'CONFLICT'; readonly current: number }
  | { readonly state: 'EXISTS'; readonly line: CartLine }
  | { readonly state: 'FULL' }
  | { readonly state: 'OTHER_UNIT'; readonly unitId: string | undefined }

/** The price at this quantity: that of the highest tier that it reaches. The first tier holds below its quantity, too. */
export function priceAt(tiers: readonly PriceTier[], quantity: Quantity): UnitPrice | undefined {
  let [highestTier] = tiers
  for (const tier of tiers) {
    if (tier.minQuantity > quantity) continue
    if (!highestTier || tier.minQuantity > highestTier.minQuantity) highestTier = tier
  }
  return highestTier?.unitPrice
}
