import { Type } from 'typebox'
import { type Cut, defineList, filter, type ListRequest, lastId, placed } from '#platform/lists'
import type { Crawls } from '../service.ts'
import type { RunState, SeenRun } from './run.ts'
import { RunStateName, RunView, runExample } from './schemas.ts'
import { viewWithStream } from './view-with-stream.ts'

export const runList = (crawls: Crawls) =>
  defineList({
    operationId: 'listCrawls',
    url: '/api/v1/crawls',
    summary: 'List crawls',
    description:
      'The runs of all sources that you see, newest first. Operators see those of every company.',
    tags: ['Crawls'],
    config: { access: 'person' },
    item: RunView,
    examples: [runExample],
    columns: ['id', 'sourceName', 'companyId', 'state', 'requests', 'offers', 'createdAt'],
    filters: {
      sourceId: filter(Type.String({ maxLength: 64 })),
      state: filter(RunStateName),
      awaitingConfirmation: filter(
        Type.Boolean({ description: 'True: proposed runs that wait for a person.' }),
      ),
    },
    sorts: { newest: { read: (request: Request, cut) => readNewest(crawls, request, cut) } },
    show: (runs: readonly SeenRun[], { server, actor }) =>
      runs.map((run) => viewWithStream(server, actor, run)),
  })

type Request = ListRequest<{
  readonly sourceId?: string
  readonly state?: RunState
  readonly awaitingConfirmation?: boolean
}>

async function readNewest(crawls: Crawls, { actor, query }: Request, cut: Cut) {
  const { sourceId, state, awaitingConfirmation } = query
  const filter = { sourceId, state, awaitingConfirmation, before: lastId(cut), limit: cut.limit }
  return placed(await crawls.listRuns(actor, filter), ({ id }) => [id])
}
