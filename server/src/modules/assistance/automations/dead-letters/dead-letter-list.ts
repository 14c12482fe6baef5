import { Type } from 'typebox'
import { defineList, filter, type ListRequest, type QueryOf, readNewest } from '#platform/lists'
import { lastingOutcomes, type Run } from '../running/run.ts'
import { DeadLetterView, deadLetterExample, viewDeadLetter } from '../running/run-schemas.ts'
import type { Automations } from '../service.ts'

const filters = {
  outcome: filter(
    Type.Enum(lastingOutcomes, {
      description:
        'Lists dead letters with this decision, instead of those that wait for a decision.',
    }),
  ),
}

export const deadLetterList = (automations: Automations) =>
  defineList({
    operationId: 'listAutomationDeadLetters',
    url: '/admin/automations/dead-letters',
    summary: 'List dead letters of automations',
    description:
      'Newest first. `outcome` lists those with that decision instead. A deferred dead letter can still be replayed or handled by hand.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: DeadLetterView,
    examples: [deadLetterExample],
    columns: ['id', 'companyId', 'automationId', 'eventType', 'lastError', 'attempts', 'createdAt'],
    filters,
    sorts: readNewest(({ query: { outcome } }: ListRequest<QueryOf<typeof filters>>, page) =>
      automations.deadLetters({ outcome, ...page }),
    ),
    show: (runs: readonly Run[]) => runs.map(viewDeadLetter),
  })
