import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import { DeputiesView, DeputyView, viewDeputy } from '../rules/rule-schemas.ts'
import type { Approvals } from '../service.ts'
import type { Deputy } from './deputy.ts'

export const deputyList = (approvals: Approvals) =>
  defineList({
    operationId: 'listOwnDeputies',
    url: '/api/v1/approval-deputies',
    summary: 'List your deputies',
    tags: ['Approvals'],
    config: { access: 'person' },
    item: DeputyView,
    within: { name: 'deputies', view: DeputiesView },
    columns: ['id', 'deputyId', 'startsAt', 'endsAt'],
    filters: {},
    sorts: {
      start: { read: (request: ListRequest, cut) => readByStart(approvals, request, cut) },
    },
    show: (deputies: readonly Deputy[]) => deputies.map(viewDeputy),
  })

async function readByStart(approvals: Approvals, { actor }: ListRequest, { after, limit }: Cut) {
  const [startsAt, id] = after ?? []
  const place =
    id === undefined ? undefined : { startsAt: new Date(Number(startsAt)), id: String(id) }
  const deputies = await approvals.deputies.list(actor, { after: place, limit })
  return placed(deputies, (deputy) => [deputy.startsAt.getTime(), deputy.id])
}
