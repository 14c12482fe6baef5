import type { Database } from '#platform/db'
import { type Probe, type Problem, secondsBefore } from '#platform/health'
import type { GivenUpJobs } from './given-up.ts'

type Parts = {
  readonly database: Database
  readonly givenUp: GivenUpJobs
  readonly now: () => Date
}

/** A job may be due for so many seconds before the section reports a problem. */
const dueSecondsMax = 300

/** Background work: jobs that wait, jobs that were given up, and jobs that no release handles. */
export function jobsProbe({ database, givenUp, now }: Parts): Probe {
  return {
    name: 'jobs',
    surfaces: ['ops', 'detailed'],
    headline: 'waiting',
    read: async () => {
      const at = now()
      const metrics = await givenUp.metrics(database.pool, at)
      const { givenUp: count, failing, unhandled, waiting } = metrics
      const { oldestDueAgeSeconds, oldestFailingAgeSeconds, oldestUnhandledAgeSeconds } = metrics
      const since = (seconds: number) => secondsBefore(at, seconds)
      const problems: Problem[] = []
      if (count + failing > 0) {
        problems.push({
          code: 'platform.job-failing',
          message: `${count} background jobs were given up; ${failing} have failed ten times and are still retried.`,
          since: since(oldestFailingAgeSeconds),
          action:
            'GET /admin/jobs/given-up has the error of each. Fix the cause, then retry them, or discard those that need not be done.',
        })
      }
      if (unhandled > 0) {
        problems.push({
          code: 'platform.jobs-unhandled',
          message: `${unhandled} background jobs are of kinds that this release does not know.`,
          since: since(oldestUnhandledAgeSeconds),
          action:
            'During a rollout this ends by itself. Otherwise a kind of job was renamed or removed while jobs of it waited.',
        })
      }
      if (oldestDueAgeSeconds > dueSecondsMax) {
        problems.push({
          code: 'platform.jobs-behind',
          message: `${waiting} background jobs wait; the oldest has been due for ${oldestDueAgeSeconds} s.`,
          since: since(oldestDueAgeSeconds),
          action: 'Check that a worker runs. It does the oldest job first.',
        })
      }
      return { metrics: { ...metrics }, problems }
    },
  }
}
