import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { GivenUpJob } from '#platform/jobs'
import { idsNamedIn } from './ids-named-in.ts'

export const JobName = Type.String({
  pattern: '^[a-z][a-z_]*\\.[a-z][a-z_]*$',
  maxLength: 100,
  description: 'A kind of job, such as `orders.send_receipt`.',
})

export const JobParams = Type.Object({ jobId: Type.String({ maxLength: 64 }) })

export const GivenUpJobView = record(
  'GivenUpJob',
  'A job that was given up after its last attempt.',
  {
    id: Type.String(),
    job: Type.String({ description: 'The kind of the job.' }),
    attempts: Type.Integer(),
    lastError: Type.Optional(Type.String({ description: 'The error of the last attempt.' })),
    refersTo: Type.Record(Type.String(), Type.String(), {
      description: 'The ids in the job: a payment, an order, a company.',
    }),
    createdAt: Type.String({ format: 'date-time' }),
    givenUpAt: Type.Optional(Type.String({ format: 'date-time' })),
  },
)

export function viewGivenUpJob(job: GivenUpJob): Static<typeof GivenUpJobView> {
  const { id, name, attempts, lastError, payload, createdAt, givenUpAt } = job
  return {
    id,
    job: name,
    attempts,
    ...(lastError !== undefined && { lastError }),
    refersTo: idsNamedIn(payload),
    createdAt: createdAt.toISOString(),
    ...(givenUpAt && { givenUpAt: givenUpAt.toISOString() }),
  }
}

export const givenUpJobExample: Static<typeof GivenUpJobView> = {
  id: 'job_01m7xb82dw3khw78phh28dvacd',
  job: 'orders.give_up_refunded',
  attempts: 12,
  lastError: 'The provider did not answer.',
  refersTo: { companyId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w1' },
  createdAt: '2026-01-01T21:04:05.000Z',
  givenUpAt: '2026-01-02T03:04:05.000Z',
}

export const RetryJobsBody = record(
  'RetryJobs',
  'The given-up jobs to retry, and their maximum number.',
  {
    job: JobName,
    limit: Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 50,
      description: 'The maximum number of jobs, the oldest first.',
    }),
  },
  { examples: [{ job: 'platform.send_mail', limit: 50 }] },
)

export const RetriedJobsView = record(
  'RetriedJobs',
  'The number of jobs that will be retried, and of those that remain.',
  {
    retried: Type.Integer(),
    remaining: Type.Integer({ description: 'The number of jobs of the kind that remain.' }),
  },
)

export const DiscardJobBody = record(
  'DiscardJob',
  'A note on why the job is discarded.',
  {
    note: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'The reason why the job is not needed, for people who read it later.',
    }),
  },
  { examples: [{ note: 'Refunded by hand at the provider.' }] },
)
