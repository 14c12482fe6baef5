import { Type } from 'typebox'
import {
  type Cut,
  defineList,
  filter,
  type ListRequest,
  placed,
  type QueryOf,
} from '#platform/lists'
import type { Checkout } from '../service.ts'
import { UnorderedView, viewUnordered } from './unordered-schemas.ts'

const filters = {
  state: filter(Type.Enum(['WAITING', 'REFUSED'], { description: 'Default: both states.' })),
}

type Request = ListRequest<QueryOf<typeof filters>>
type Unordered = Awaited<ReturnType<Checkout['listUnordered']>>[number]

/** Money that bought nothing. */
export const unorderedList = (checkout: Checkout) =>
  defineList({
    operationId: 'listUnorderedPayments',
    url: '/admin/orders/checkout/refunds',
    summary: 'List payments without an order',
    description:
      'Lists captured payments that have no order and were not refunded, oldest first. The checkout or the order had ended before it was paid. The service refunds the payment automatically, unless the payment provider refuses.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: UnorderedView,
    columns: [
      'paymentId',
      'companyId',
      'companyName',
      'state',
      'amount',
      'orderNumber',
      'refusals',
      'lastError',
      'since',
    ],
    filters,
    sorts: { oldest: { read: (request: Request, cut) => readOldest(checkout, request, cut) } },
    show: (payments: readonly Unordered[]) => payments.map(viewUnordered),
  })

async function readOldest(checkout: Checkout, { query }: Request, { after, limit }: Cut) {
  const [createdAt, id] = after ?? []
  const place =
    id === undefined ? undefined : { createdAt: new Date(Number(createdAt)), paymentId: String(id) }
  const found = await checkout.listUnordered({ state: query.state, after: place, limit })
  return placed(found, (payment) => [payment.createdAt.getTime(), payment.paymentId])
}
