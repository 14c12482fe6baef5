import type { PoisonRecord } from '#platform/leases'
import { type Cut, defineList, placed } from '#platform/lists'
import type { PoisonRecords } from './poison-records.ts'
import { PoisonRecordView, poisonExample, viewPoison } from './poison-schemas.ts'

export const poisonRecordList = (poison: PoisonRecords) =>
  defineList({
    operationId: 'listPoisonRecords',
    url: '/admin/records/poison',
    summary: 'List poison records',
    description:
      'Lists records at which processes have died or hung. After two deaths the service processes a record alone. If a process then dies or hangs again, the record is set aside. Checkouts, payments, refunds, credits, approvals, tickets, PDFs of invoices and scheduled jobs are retried slowly instead.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: PoisonRecordView,
    examples: [poisonExample],
    columns: ['queue', 'id', 'companyId', 'state', 'deaths', 'setAsideAt'],
    filters: {},
    sorts: { queue: { read: (_request, cut) => readRecords(poison, cut) } },
    show: (records: readonly PoisonRecord[]) => records.map(viewPoison),
  })

async function readRecords(poison: PoisonRecords, { after, limit }: Cut) {
  const [queue, id] = after ?? []
  const place = id === undefined ? undefined : { queue: String(queue), id: String(id) }
  const found = await poison.list({ after: place, limit })
  return placed(found, (record) => [record.queue, record.id])
}
