import type { WhichCart } from './cart.ts'
import { CartParams, PracticeHeaders, practiceFailures } from './request-schemas.ts'

type CartOperation =
  | 'getCart'
  | 'changeCart'
  | 'clearCart'
  | 'addCartItem'
  | 'addCartItems'
  | 'changeCartItem'
  | 'removeCartItem'

/** The routes of a cart exist twice, with the same handlers: for the active cart, and for any cart by its id. */
export type CartAddress = {
  readonly url: string
  /** A DELETE of the address of a cart by its id deletes the cart. */
  readonly clearUrl: string
  readonly params: Partial<typeof CartParams.properties>
  readonly schema: { readonly tags: string[] } & Partial<{
    readonly headers: typeof PracticeHeaders
  }>
  /** The failures of each route, besides its own. */
  readonly fails: readonly string[]
  readonly names: Readonly<Record<CartOperation, { operationId: string; summary: string }>>
  whichCart(request: { readonly headers: object; readonly params: object }): WhichCart
}

const tags = ['Cart']

export const inActiveCart: CartAddress = {
  url: '/api/v1/cart',
  clearUrl: '/api/v1/cart',
  params: {},
  schema: { tags, headers: PracticeHeaders },
  fails: practiceFailures,
  names: {
    getCart: { operationId: 'getCart', summary: 'Get the cart' },
    changeCart: { operationId: 'changeCart', summary: 'Change the cart' },
    clearCart: { operationId: 'clearCart', summary: 'Clear the cart' },
    addCartItem: { operationId: 'addCartItem', summary: 'Add a product to the cart' },
    addCartItems: { operationId: 'addCartItems', summary: 'Add products to the cart' },
    changeCartItem: { operationId: 'changeCartItem', summary: 'Change a cart line' },
    removeCartItem: { operationId: 'removeCartItem', summary: 'Remove a cart line' },
  },
  whichCart: ({ headers }) => ({
    practice: (headers as { 'x-practice-cart'?: string })['x-practice-cart'],
  }),
}

/** A practice cart has no address of its own. */
export const inOwnCart: CartAddress = {
  url: '/api/v1/carts/:cartId',
  clearUrl: '/api/v1/carts/:cartId/items',
  params: CartParams.properties,
  schema: { tags },
  fails: ['cart.not_found', 'cart.not_owner', 'cart.read_only'],
  names: {
    getCart: { operationId: 'getOneCart', summary: 'Get a cart' },
    changeCart: { operationId: 'changeOneCart', summary: 'Change a cart' },
    clearCart: { operationId: 'clearOneCart', summary: 'Clear a cart' },
    addCartItem: { operationId: 'addItemToOneCart', summary: 'Add a product to a cart' },
    addCartItems: { operationId: 'addItemsToOneCart', summary: 'Add products to a cart' },
    changeCartItem: { operationId: 'changeItemOfOneCart', summary: 'Change a line of a cart' },
    removeCartItem: { operationId: 'removeItemOfOneCart', summary: 'Remove a line of a cart' },
  },
  whichCart: ({ params }) => ({ cartId: (params as { cartId?: string }).cartId }),
}
