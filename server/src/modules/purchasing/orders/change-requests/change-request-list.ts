import { Type } from 'typebox'
import { defineList, type ListRequest, readNewest } from '#platform/lists'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import { withAwaitedPayments } from '../supplements/awaited-payments.ts'
import {
  ChangeRequestView,
  type PayableRequest,
  viewChangeRequest,
} from './change-request-schemas.ts'

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
    sorts: readNewest(async ({ actor, params: { orderId } }: Request, page) => {
      const found = await fulfilment.listChangeRequests(actor, orderId, page)
      return withAwaitedPayments(fulfilment, actor, orderId, 'changeRequestId', found)
    }),
    show: (requests: readonly PayableRequest[]) => requests.map(viewChangeRequest),
  })
