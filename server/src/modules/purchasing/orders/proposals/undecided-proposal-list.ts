import { Type } from 'typebox'
import { record } from '#kernel/record'
import { type Cut, defineList, placed } from '#platform/lists'
import { listUndecided, type UndecidedProposal } from './proposal-store.ts'
import { viewWaiting, type WaitingDeps, waitingExample, waitingFields } from './waiting-view.ts'

const example = {
  ...waitingExample,
  proposalId: 'prp_01m7xb82dw3khw78phh28dvacd',
  proposedAt: '2026-01-02T03:04:05.000Z',
}

const UndecidedProposalView = record(
  'UndecidedProposal',
  'A change that a supplier proposes, on which the buyer has not decided.',
  {
    proposalId: Type.String(),
    ...waitingFields,
    proposedAt: Type.String({ format: 'date-time' }),
  },
)

export const undecidedProposalList = (deps: WaitingDeps) =>
  defineList({
    operationId: 'listUndecidedProposals',
    url: '/admin/orders/proposals',
    summary: 'List undecided proposals of suppliers',
    description: 'Lists the oldest first. Each lapses by itself if nobody decides.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: UndecidedProposalView,
    examples: [example],
    columns: [
      'orderNumber',
      'companyId',
      'companyName',
      'supplierId',
      'supplierName',
      'proposedAt',
      'remindedAt',
      'lapsesAt',
    ],
    filters: {},
    sorts: { oldest: { read: (_request, cut) => readOldest(deps, cut) } },
    show: (proposals: readonly UndecidedProposal[]) =>
      viewWaiting(deps, proposals, ({ id, proposedAt }) => ({
        proposalId: id,
        proposedAt: proposedAt.toISOString(),
      })),
  })

async function readOldest({ database }: WaitingDeps, { after, limit }: Cut) {
  const found = await listUndecided(database.pool, { after: after && String(after[0]), limit })
  return placed(found, ({ id }) => [id])
}
