import type { Database } from '#platform/db'
import type { GivenUpJob, GivenUpJobs } from '#platform/jobs'
import { type Cut, defineList, filter, type ListRequest, placed } from '#platform/lists'
import { GivenUpJobView, givenUpJobExample, JobName, viewGivenUpJob } from './job-schemas.ts'

type Deps = { readonly database: Database; readonly givenUp: GivenUpJobs }

export const givenUpJobList = (deps: Deps) =>
  defineList({
    operationId: 'listGivenUpJobs',
    url: '/admin/jobs/given-up',
    summary: 'List given-up jobs',
    description: 'Newest first. Each job shows the ids of its content and nothing else of it.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: GivenUpJobView,
    examples: [givenUpJobExample],
    columns: ['job', 'attempts', 'lastError', 'createdAt', 'givenUpAt'],
    filters: { job: filter(JobName) },
    sorts: { newest: { read: (request: Request, cut) => readNewest(deps, request, cut) } },
    show: (jobs: readonly GivenUpJob[]) => jobs.map(viewGivenUpJob),
  })

type Request = ListRequest<{ readonly job?: string }>

async function readNewest({ database, givenUp }: Deps, { query }: Request, cut: Cut) {
  const [createdAt, id] = cut.after ?? []
  const found = await givenUp.list(database.pool, {
    ...(query.job !== undefined && { name: query.job }),
    ...(id !== undefined && {
      before: { createdAt: new Date(String(createdAt)), id: String(id) },
    }),
    limit: cut.limit,
  })
  return placed(found, (job) => [job.createdAt.toISOString(), job.id])
}
