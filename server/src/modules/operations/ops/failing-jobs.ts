import type { Incidents } from '#modules/incidents'
import type { JobWatch } from '#platform/jobs'
import type { Metrics } from '#platform/telemetry'
import { idsNamedIn } from './ids-named-in.ts'

type Deps = { readonly incidents: Incidents; readonly metrics: Metrics }

const key = 'platform.job-failing'

/** Reports jobs that are given up, or fail again and again: one incident for each kind of job. */
export function watchFailingJobs({ incidents, metrics }: Deps): JobWatch {
  const givenUp = metrics.counter('jobs_given_up_total', 'Jobs that were given up.', ['job'])
  return {
    failing: async (tx, { name, id, payload, attempts, isGivenUp }, now) => {
      if (isGivenUp) givenUp.add({ job: name })
      const refersTo = idsNamedIn(payload)
      const { companyId } = refersTo
      await incidents.notify(tx, {
        key,
        severity: 'warning',
        summary: isGivenUp
          ? `A job ${name} was given up after ${attempts} attempts.`
          : `A job ${name} has failed ${attempts} times. It is tried again.`,
        // The error may contain confidential data, so only the list of jobs shows it.
        details: { job: name, jobId: id, attempts, givenUp: isGivenUp, refersTo },
        dedupeKey: name,
        ...(companyId !== undefined && { companyId }),
        now,
      })
    },
    well: async (tx, name, now) => {
      await incidents.resolve(tx, { key, dedupeKey: name, now })
    },
  }
}
