import { Type } from 'typebox'
import { defineList, filter, type ListRequest, type QueryOf, readNewest } from '#platform/lists'
import type { Automations } from '../service.ts'
import { type Run, runStates } from './run.ts'
import {
  DeadLetterView,
  deadLetterExample,
  RunView,
  runExample,
  viewDeadLetter,
  viewRun,
} from './run-schemas.ts'

const columns = [
  'id',
  'automationId',
  'eventType',
  'state',
  'reason',
  'attempts',
  'createdAt',
] as const

const filters = { state: filter(Type.Enum(runStates)) }

type Request = ListRequest<QueryOf<typeof filters>> & {
  readonly params: { readonly automationId: string }
}

export const runList = (automations: Automations) =>
  defineList({
    operationId: 'listAutomationRuns',
    url: '/api/v1/automations/:automationId/runs',
    summary: 'List automation runs',
    description:
      'Newest first. The service keeps runs without an action (SKIPPED, REFUSED, CANCELLED) for a day, and others for 30 days.',
    tags: ['Automations'],
    config: {
      access: 'company_admin',
      operatorsToo: true,
      fails: ['automations.automation_not_found'],
    },
    params: Type.Object({ automationId: Type.String({ maxLength: 64 }) }),
    item: RunView,
    examples: [runExample],
    columns,
    filters,
    sorts: readNewest(({ actor, params, query: { state } }: Request, page) =>
      automations.listRuns(actor, params.automationId, { ...(state && { state }) }, page),
    ),
    csv: { operationId: 'downloadAutomationRuns', summary: 'Download automation runs as CSV' },
    show: (runs: readonly Run[]) => runs.map(viewRun),
  })

const recentFilters = {
  state: filter(Type.Enum(runStates, { description: 'The search covers the last 10,000 runs.' })),
}

export const recentRunList = (automations: Automations) =>
  defineList({
    operationId: 'listRecentAutomationRuns',
    url: '/admin/automations/runs',
    summary: 'List automation runs of all companies',
    description: 'Newest first.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: DeadLetterView,
    examples: [deadLetterExample],
    columns: ['id', 'companyId', ...columns.slice(1)],
    filters: recentFilters,
    sorts: readNewest(({ query: { state } }: ListRequest<QueryOf<typeof recentFilters>>, page) =>
      automations.recentRuns({ ...(state && { state }) }, page),
    ),
    show: (runs: readonly Run[]) => runs.map(viewDeadLetter),
  })
