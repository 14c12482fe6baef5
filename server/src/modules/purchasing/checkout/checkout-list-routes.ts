import { type Static, Type } from 'typebox'
import { ownerIdOf } from '#kernel/actor'
import { record } from '#kernel/record'
import { type Http, list, MoneyView, PageQuery, viewMoney } from '#platform/http'
import type { AttemptSummary } from './checkout-list-store.ts'
import { CheckoutView } from './schemas.ts'
import type { Checkout } from './service.ts'

const { state: State, cartId, createdAt, reservedUntil } = CheckoutView.properties
const { orderId, endedAt } = CheckoutView.properties
const Instant = Type.String({ format: 'date-time' })

const ListCheckoutsQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(State),
  mine: Type.Optional(
    Type.Boolean({ description: 'True: only checkouts that you, or this API key, started.' }),
  ),
  createdAfter: Type.Optional(Instant),
  createdBefore: Type.Optional(Instant),
})

const CheckoutSummaryView = record(
  'CheckoutSummary',
  'A checkout, as lists show it. Get the checkout for its lines and its payment.',
  {
    id: Type.String(),
    state: State,
    cartId,
    total: MoneyView,
    startedBy: Type.String({ description: 'The id of the person or API key.' }),
    createdAt,
    reservedUntil,
    paymentId: Type.Optional(Type.String()),
    orderId,
    endedAt,
  },
)

const example: Static<typeof CheckoutSummaryView> = {
  id: 'chk_01m7xb7z9t5a3q7v1m8c2w6xke',
  state: 'COMPLETED',
  cartId: 'cart_01m7xb6f3d0a8c5e2g9j4k7m1n',
  total: { amount: '10.00', currency: 'EUR' },
  startedBy: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  createdAt: '2026-01-02T03:04:05.000Z',
  reservedUntil: '2026-01-02T03:19:05.000Z',
  paymentId: 'pay_01m7xb80j6g1r3x9n5w7d0sveb',
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  endedAt: '2026-01-02T03:06:00.000Z',
}

const Position = Type.Tuple([Type.Integer(), Type.String()])

export function addListCheckouts(http: Http, checkout: Checkout): void {
  http.route({
    method: 'GET',
    url: '/api/v1/checkout',
    config: { access: 'orders:read' },
    schema: {
      operationId: 'listCheckouts',
      summary: 'List checkouts',
      description: 'The checkouts of your company, newest first.',
      querystring: ListCheckoutsQuery,
      response: list(CheckoutSummaryView, { examples: [example] }),
    },
    handler: async ({ actor, query, page }) => {
      const place = page.after(Position)
      const before = place && { createdAt: new Date(place[0]), id: place[1] }
      const filters = {
        state: query.state,
        ownerId: query.mine ? ownerIdOf(actor) : undefined,
        createdAfter: query.createdAfter === undefined ? undefined : new Date(query.createdAfter),
        createdBefore:
          query.createdBefore === undefined ? undefined : new Date(query.createdBefore),
      }
      const found = await checkout.list(actor, filters, { before, limit: page.probe })
      return page.answer(found, viewCheckoutSummary, (last) => [last.createdAt.getTime(), last.id])
    },
  })
}

function viewCheckoutSummary(attempt: AttemptSummary): Static<typeof CheckoutSummaryView> {
  const {
    id,
    state,
    cartId: cart,
    total,
    ownerId,
    paymentId,
    orderId: order,
    endedAt: end,
  } = attempt
  return {
    id,
    state,
    ...(cart !== undefined && { cartId: cart }),
    total: viewMoney(total),
    startedBy: ownerId,
    createdAt: attempt.createdAt.toISOString(),
    reservedUntil: attempt.reservedUntil.toISOString(),
    ...(paymentId !== undefined && { paymentId }),
    ...(order !== undefined && { orderId: order }),
    ...(end && { endedAt: end.toISOString() }),
  }
}
