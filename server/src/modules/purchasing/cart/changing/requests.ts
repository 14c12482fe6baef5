import type { Quantity } from '#kernel/quantity'
import type { LineDistinction } from '#modules/orders/line-references'

export type MoneyText = { readonly amount: string; readonly currency: string }

export type AddItem = LineDistinction & { readonly productId: string; readonly quantity: Quantity }

/** A change as the client requested it: the expected version may be missing, or stand in two places. */
export type ChangeRequest =
  | {
      readonly kind: 'change_quantity'
      readonly itemId: string
      readonly quantity: Quantity
      /** The price of one unit at this quantity: the buyer accepts the changed price. */
      readonly accepted?: MoneyText | undefined
      /** Undefined: they stay. Null: the line has none from now on. */
      readonly allocations?: LineDistinction['allocations'] | null
      readonly requestedDate?: LineDistinction['requestedDate'] | null
      readonly addressId?: LineDistinction['addressId'] | null
      readonly expected: Expected
    }
  | { readonly kind: 'remove_item'; readonly itemId: string; readonly expected: Expected }
  | { readonly kind: 'clear'; readonly expected: Expected }
  | {
      readonly kind: 'set_place'
      readonly name?: string | undefined
      readonly currency: string | undefined
      readonly country: string | undefined
      /** Undefined: it stays. Null: the owner chooses none. */
      readonly unitId?: string | null | undefined
      readonly expected: Expected
    }

/** A DELETE may carry the version in the query or in the body: not every client can send both. */
export type Expected = { readonly inBody: number | undefined; readonly inQuery: number | undefined }
