import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'

export const CartShared = defineEvent({
  type: 'cart.shared',
  version: 1,
  entity: 'cart',
  public: true,
  data: Type.Object(
    {
      cartId: Type.String(),
      ownerId: Type.String({ description: 'The person or the integration that shares the cart.' }),
      memberId: Type.String({ description: 'The colleague.' }),
      right: Type.Enum(['READ', 'EDIT'], { description: 'What the colleague may do from now on.' }),
    },
    {
      description: 'The owner of a cart shares it with a colleague, or changes what one may do.',
    },
  ),
  example: {
    cartId: 'cart_01m7xb82dw3khw78phh28dvacd',
    ownerId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
    memberId: 'usr_01m7x9v1c40e5rk2m8w3tq6znb',
    right: 'EDIT',
  },
})

export const CartHandedOver = defineEvent({
  type: 'cart.handed_over',
  version: 1,
  entity: 'cart',
  public: true,
  data: Type.Object(
    {
      cartId: Type.String(),
      formerOwnerId: Type.String({
        description: 'The person or the integration that hands it over.',
      }),
      ownerId: Type.String({ description: 'The colleague to whom the cart belongs from now on.' }),
      lineCount: Type.Integer({ minimum: 0 }),
    },
    { description: 'The owner of a cart hands it over to a colleague.' },
  ),
  example: {
    cartId: 'cart_01m7xb82dw3khw78phh28dvacd',
    formerOwnerId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
    ownerId: 'usr_01m7x9v1c40e5rk2m8w3tq6znb',
    lineCount: 3,
  },
})
