import type { Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { answers, type Http, ok, type Routes } from '#platform/http'
import type { GivenUpJob, GivenUpJobs } from '#platform/jobs'
import { listRoutes } from '#platform/lists'
import { fail } from './failures.ts'
import { givenUpJobList } from './given-up-job-list.ts'
import { idsNamedIn } from './ids-named-in.ts'
import {
  DiscardJobBody,
  GivenUpJobView,
  givenUpJobExample,
  JobParams,
  RetriedJobsView,
  RetryJobsBody,
  viewGivenUpJob,
} from './job-schemas.ts'

type Deps = {
  readonly database: Database
  readonly givenUp: GivenUpJobs
  readonly now: Clock
}

const access = 'operator'
const tags = ['Operations']
const url = '/admin/jobs/given-up'
const fails = ['ops.job_not_found'] as const

/** Jobs that were given up and wait for an operator's decision. */
export function jobRoutes(deps: Deps): Routes {
  return async (http) => {
    await listRoutes(deps.database, givenUpJobList(deps))(http)
    addRetryRoutes(deps, http)
    addDiscardJob(deps, http)
  }
}

function addRetryRoutes({ database, givenUp, now }: Deps, http: Http): void {
  http.route({
    method: 'POST',
    url: `${url}/:jobId/retry`,
    config: { access, fails },
    schema: {
      operationId: 'retryGivenUpJob',
      summary: 'Retry a given-up job',
      description: 'The job gets all its attempts again.',
      tags,
      params: JobParams,
      response: answers(GivenUpJobView, { examples: [givenUpJobExample] }),
    },
    handler: async ({ actor, params: { jobId } }) => {
      const at = now()
      const retried = await database.transaction(async (tx) => {
        const job = (await givenUp.retry(tx, jobId, at)) ?? notFound(jobId)
        audit(tx, actor, 'job_retried', jobId, factsOf(job), at)
        return job
      })
      return ok(viewGivenUpJob(retried))
    },
  })

  http.route({
    method: 'POST',
    url: `${url}/retry`,
    config: { access },
    schema: {
      operationId: 'retryGivenUpJobs',
      summary: 'Retry given-up jobs',
      description:
        'Retries the oldest first. A retried job leaves the list, so sending the request again retries nothing twice.',
      tags,
      body: RetryJobsBody,
      response: answers(RetriedJobsView, { examples: [{ retried: 12, remaining: 0 }] }),
    },
    handler: async ({ actor, body: { job, limit } }) => {
      const at = now()
      const done = await database.transaction(async (tx) => {
        const done = await givenUp.retryKind(tx, job, limit, at)
        audit(tx, actor, 'jobs_retried', job, { ...done }, at)
        return done
      })
      return ok(done)
    },
  })
}

function addDiscardJob({ database, givenUp, now }: Deps, http: Http): void {
  http.route({
    method: 'POST',
    url: `${url}/:jobId/discard`,
    config: { access, fails },
    schema: {
      operationId: 'discardGivenUpJob',
      summary: 'Discard a given-up job',
      description: 'The job is deleted. The audit log keeps its ids and the note.',
      tags,
      params: JobParams,
      body: DiscardJobBody,
      response: answers(GivenUpJobView, { examples: [givenUpJobExample] }),
    },
    handler: async ({ actor, params: { jobId }, body: { note } }) => {
      const at = now()
      const discarded = await database.transaction(async (tx) => {
        const job = (await givenUp.discard(tx, jobId, at)) ?? notFound(jobId)
        audit(tx, actor, 'job_discarded', jobId, { ...factsOf(job), note }, at)
        return job
      })
      return ok(viewGivenUpJob(discarded))
    },
  })
}

function notFound(jobId: string): never {
  throw fail('job_not_found', { jobId })
}

function factsOf({ name, payload }: GivenUpJob) {
  return { job: name, ...idsNamedIn(payload) }
}

function audit(
  tx: Tx,
  actor: Principal,
  done: 'job_retried' | 'jobs_retried' | 'job_discarded',
  id: string,
  details: Readonly<Record<string, string | number>>,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `ops.${done}`,
    target: { type: done === 'jobs_retried' ? 'job_kind' : 'job', id },
    outcome: 'done',
    details,
    now,
  })
}
