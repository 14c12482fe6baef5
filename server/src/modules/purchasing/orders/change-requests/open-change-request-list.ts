import { Type } from 'typebox'
import { record } from '#kernel/record'
import { type Cut, defineList, placed } from '#platform/lists'
import {
  viewWaiting,
  type WaitingDeps,
  waitingExample,
  waitingFields,
} from '../proposals/waiting-view.ts'
import { listOpenChangeRequests, type OpenChangeRequest } from './change-request-store.ts'

const example = {
  ...waitingExample,
  changeRequestId: 'chr_01m7xb82dw3khw78phh28dvacd',
  requestedAt: '2026-01-02T03:04:05.000Z',
}

const OpenChangeRequestView = record(
  'OpenChangeRequest',
  'A change that a buyer requests, on which the supplier has not decided, or for which the buyer has not paid.',
  {
    changeRequestId: Type.String(),
    ...waitingFields,
    requestedAt: Type.String({ format: 'date-time' }),
  },
)

export const openChangeRequestList = (deps: WaitingDeps) =>
  defineList({
    operationId: 'listOpenChangeRequests',
    url: '/admin/orders/change-requests',
    summary: 'List open change requests of buyers',
    description: 'Lists the oldest first. Each lapses by itself if nobody decides or pays in time.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: OpenChangeRequestView,
    examples: [example],
    columns: [
      'orderNumber',
      'companyId',
      'companyName',
      'supplierId',
      'supplierName',
      'requestedAt',
      'remindedAt',
      'lapsesAt',
    ],
    filters: {},
    sorts: { oldest: { read: (_request, cut) => readOldest(deps, cut) } },
    show: (requests: readonly OpenChangeRequest[]) =>
      viewWaiting(deps, requests, ({ id, requestedAt }) => ({
        changeRequestId: id,
        requestedAt: requestedAt.toISOString(),
      })),
  })

async function readOldest({ database }: WaitingDeps, { after, limit }: Cut) {
  const cut = { after: after && String(after[0]), limit }
  return placed(await listOpenChangeRequests(database.pool, cut), ({ id }) => [id])
}
