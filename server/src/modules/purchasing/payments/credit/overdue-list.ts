import { type Cut, defineList, placed } from '#platform/lists'
import type { CreditDeps } from './change-credit.ts'
import { OverdueView, overdueExample, viewOverdue } from './credit-schemas.ts'
import { listOverdue } from './owed-debt-store.ts'

type Overdue = Awaited<ReturnType<typeof listOverdue>>[number]

export const overdueList = (deps: CreditDeps) =>
  defineList({
    operationId: 'listOverduePayments',
    url: '/admin/payments/overdue',
    summary: 'List overdue payments',
    description:
      'Lists overdue payments of all companies, oldest first. An invoice is due its net days after its own date. An amount that is not invoiced yet is never overdue. A repayment covers the debt that is due first, so record payments of a company as repayments.',
    tags: ['Credit accounts'],
    config: { access: 'operator' },
    item: OverdueView,
    examples: [overdueExample],
    columns: ['paymentId', 'companyId', 'companyName', 'orderId', 'dueOn', 'overdue', 'open'],
    filters: {},
    sorts: { oldest: { read: (_request, cut) => readOldest(deps, cut) } },
    show: async (debts: readonly Overdue[]) => {
      const ids = [...new Set(debts.map(({ companyId }) => companyId))]
      const names = await deps.namesOf(deps.database.pool, ids)
      return debts.map((debt) => viewOverdue({ ...debt, companyName: names.get(debt.companyId) }))
    },
  })

async function readOldest({ database, now }: CreditDeps, { after, limit }: Cut) {
  const [dueOn, paymentId] = after ?? []
  const place =
    paymentId === undefined ? undefined : { dueOn: String(dueOn), paymentId: String(paymentId) }
  const found = await listOverdue(database.pool, now(), { after: place, limit })
  return placed(found, (debt) => [debt.dueOn, debt.paymentId])
}
