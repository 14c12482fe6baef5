import type { Quantity } from '#kernel/quantity'
import type { Address } from '#modules/orders'
import type {
  LineDefaults,
  RequestedReferences,
  SharedReferences,
} from '#modules/orders/line-references'
import type { Destination } from './arrange-deliveries.ts'

/** The destination and the references of an order. */
export type OrderTerms = Destination &
  SharedReferences &
  LineDefaults & {
    readonly billTo?: Address | undefined
    readonly note?: string | undefined
    /** The returned approval request whose order this one replaces. */
    readonly revises?: string | undefined
  }

/** The terms, and the lines of an order that is placed without a cart. */
export type OrderedTerms = OrderTerms & {
  readonly lines?: readonly (RequestedReferences & { readonly quantity?: Quantity })[] | undefined
}
