import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, ok } from '#platform/http'
import { inOwnCart } from '../cart-address.ts'
import { CartParams } from '../request-schemas.ts'
import type { Carts } from '../service.ts'
import { CartSharesView, ShareCartBody, viewShares } from './cart-set-schemas.ts'

const tags = ['Cart']
const url = `${inOwnCart.url}/shares`
const notYours = ['cart.not_found', 'cart.not_owner']

const ShareParams = Type.Object({
  ...CartParams.properties,
  memberId: Type.String({ maxLength: 64 }),
})

const EndedShareView = record(
  'EndedCartShare',
  'A share that has ended.',
  { cartId: Type.String(), memberId: Type.String() },
  {
    examples: [
      { cartId: 'cart_01m7xb82dw3khw78phh28dvacd', memberId: 'usr_01m7xb82dw3khw78phh28dvacd' },
    ],
  },
)

/** With whom the owner of a cart shares it. */
export function addShareRoutes(http: Http, carts: Carts): void {
  http.route({
    method: 'GET',
    url,
    config: { access: 'requester:read', fails: notYours },
    schema: {
      operationId: 'listCartShares',
      summary: 'List the shares of a cart',
      description: 'The members of your company with whom you share one of your carts.',
      tags,
      params: CartParams,
      response: answers(CartSharesView),
    },
    handler: async ({ actor, params: { cartId } }) =>
      ok(viewShares(cartId, await carts.shares(actor, cartId))),
  })

  http.route({
    method: 'PUT',
    url: `${url}/:memberId`,
    config: {
      access: 'requester:write',
      fails: [
        ...notYours,
        'cart.receiver_not_found',
        'cart.receiver_may_not_order',
        'cart.shares_limit_reached',
      ],
    },
    schema: {
      operationId: 'shareCart',
      summary: 'Share a cart',
      description:
        'Another member of your company sees the cart, or changes its lines, and gets a mail. A second request changes the right. You alone name, activate, order, hand over, share and delete the cart.',
      tags,
      params: ShareParams,
      body: ShareCartBody,
      response: answers(CartSharesView),
    },
    handler: async ({ actor, params: { cartId, memberId }, body: { right } }) =>
      ok(viewShares(cartId, await carts.share(actor, cartId, { memberId, right }))),
  })

  http.route({
    method: 'DELETE',
    url: `${url}/:memberId`,
    config: { access: 'requester:write', fails: notYours },
    schema: {
      operationId: 'endCartShare',
      summary: 'End the share of a cart',
      description:
        'You end a share of your cart, or leave a cart that a colleague shares with you.',
      tags,
      params: ShareParams,
      response: answers(EndedShareView),
    },
    handler: async ({ actor, params: { cartId, memberId } }) => {
      await carts.endShare(actor, cartId, memberId)
      return ok({ cartId, memberId })
    },
  })
}
