import { Type } from 'typebox'
import type { Actor } from '#kernel/actor'
import { defineList, type ListRequest, readNewest } from '#platform/lists'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import {
  ChangeRequestView,
  type PayableRequest,
  viewChangeRequest,
} from './change-request-schemas.ts'
import type { ChangeRequestPage } from './change-request-store.ts'

type Request = ListRequest & { readonly params: { readonly orderId: string } }

export const changeRequestList = (fulfilment: Fulfilment) =>
  defineList({
    operationId: 'listOrderChanges',
    url: '/api/v1/orders/:orderId/changes',
    summary: 'List requested changes of an order',
    description:
      'What the buyer requests to change, newest first. A supplier reads the requests to it, and the buyer all of them.',
    tags: ['Orders'],
    config: { access: 'orders:read', unitsToo: true, fails: ['orders.order_not_found'] },
    params: Type.Object({ orderId: Type.String({ maxLength: 64 }) }),
    item: ChangeRequestView,
    columns: ['id', 'supplierId', 'state', 'requestedAt', 'lapsesAt', 'decidedAt'],
    filters: {},
    sorts: readNewest(({ actor, params }: Request, page) =>
      listPayable(fulfilment, actor, params.orderId, page),
    ),
    show: (requests: readonly PayableRequest[]) => requests.map(viewChangeRequest),
  })

async function listPayable(
  fulfilment: Fulfilment,
  actor: Actor,
  orderId: string,
  page: ChangeRequestPage,
): Promise<PayableRequest[]> {
  const requests = await fulfilment.listChangeRequests(actor, orderId, page)
  const awaited = await fulfilment.listAwaitedPayments(actor, orderId)
  return requests.map((request) => ({
    ...request,
    awaitedPayments: awaited.filter(({ changeRequestId }) => changeRequestId === request.id),
  }))
}
