import { type Static, Type } from 'typebox'
import { quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { cartExample } from '../cart-example.ts'
import { AddItemBody, distinction } from '../request-schemas.ts'
import { CartView, viewCart } from '../schemas.ts'
import type { ItemsAdded } from './add-items.ts'

const linesAtOnceMax = 100

export const AddItemsBody = record(
  'AddCartItems',
  'The products to add to the cart in one request.',
  {
    items: Type.Array(AddItemBody, {
      minItems: 1,
      maxItems: linesAtOnceMax,
    }),
    allOrNothing: Type.Optional(
      Type.Boolean({
        description:
          'True: if one line is refused, nothing is added, and 422 `cart.items_refused` names the reason for each. False or absent: every line that can be added is added.',
      }),
    ),
  },
  {
    examples: [
      {
        items: [
          { productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna', quantity: 4 },
          { productId: 'prd_01m7x9v1c40e5rk2m8w3tq6znb', quantity: 2 },
        ],
      },
    ],
  },
)

export const NotAddedView = record(
  'CartItemNotAdded',
  'A product that could not be added to the cart, and why.',
  {
    productId: Type.String(),
    quantity: quantitySchema(),
    ...distinction,
    code: Type.String({
      description: 'The code with which adding this product alone would be refused.',
    }),
    message: Type.String(),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
)

/** The result of adding products to a cart. */
export const ItemsAddedView = record(
  'CartItemsAdded',
  'The cart after the products were added, and which could not be added.',
  {
    added: Type.Integer({ description: 'The number of lines that were added to the cart.' }),
    notAdded: Type.Array(NotAddedView),
    cart: CartView,
  },
  {
    examples: [
      {
        added: 1,
        notAdded: [
          {
            productId: 'prd_01m7x9v1c40e5rk2m8w3tq6znb',
            quantity: 2,
            code: 'cart.product_discontinued',
            message: 'The product is no longer for sale.',
            details: { productId: 'prd_01m7x9v1c40e5rk2m8w3tq6znb' },
          },
        ],
        cart: cartExample,
      },
    ],
  },
)

export function viewItemsAdded({
  cart,
  added,
  notAdded,
}: ItemsAdded): Static<typeof ItemsAddedView> {
  return { added, notAdded: [...notAdded], cart: viewCart(cart) }
}
