import { type Cut, defineList, placed } from '#platform/lists'
import type { Checkout } from '../service.ts'
import { ReportEntryView, viewReportEntry } from './operator-schemas.ts'

type Entry = Awaited<ReturnType<Checkout['report']>>[number]

export const reportList = (checkout: Checkout) =>
  defineList({
    operationId: 'reportCheckouts',
    url: '/admin/orders/checkout/report',
    summary: 'List open checkouts',
    description:
      'Lists checkouts that are RESERVED or wait for their payment, oldest first. Each shows whether it is stuck, the last error of the sweeper and its next action.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: ReportEntryView,
    columns: [
      'checkoutId',
      'companyId',
      'companyName',
      'state',
      'stuck',
      'total',
      'createdAt',
      'lastError',
    ],
    csv: { operationId: 'downloadOpenCheckouts', summary: 'Download open checkouts as CSV' },
    filters: {},
    sorts: { oldest: { read: (_request, cut) => readOldest(checkout, cut) } },
    show: (entries: readonly Entry[]) => entries.map(viewReportEntry),
  })

async function readOldest(checkout: Checkout, { after, limit }: Cut) {
  const [since, id] = after ?? []
  const place = id === undefined ? undefined : { since: new Date(Number(since)), id: String(id) }
  const found = await checkout.report({ after: place, limit })
  return placed(found, (entry) => [entry.since.getTime(), entry.id])
}
