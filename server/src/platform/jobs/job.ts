import assert from 'node:assert/strict'
import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/**
 * Work without a history of its own. Where somebody will ask for the history, the business record itself is the job: see
 * `platform/leases`.
 */
export type Job<Payload = unknown> = {
  readonly name: string
  /** Longer than the slowest successful run, or the job may run twice at once. The signal of the run is aborted at its end. */
  readonly leaseSeconds: number
  readonly attemptsMax: number
  readonly poison: Poison
  /** Throws when the payload does not fit its schema. */
  check(payload: Payload): void
}

export type JobDefinition<Schema extends TSchema> = {
  readonly name: string
  readonly payload: Schema
  readonly leaseSeconds: number
  readonly attemptsMax: number
  readonly poison: Poison
}

/**
 * What becomes of a job that killed its process while it was worked on alone. Jobs that a schedule enqueues, and jobs that move
 * money, are retried slowly: they must run at last, and operators are notified.
 */
export type Poison = 'set_aside' | 'retried_slowly'

const shape = /^[a-z][a-z_]*\.[a-z][a-z_]*$/

export function defineJob<const Schema extends TSchema>(
  definition: JobDefinition<Schema>,
): Job<Static<Schema>> {
  const { name, payload: schema, leaseSeconds, attemptsMax, poison } = definition
  assert(shape.test(name), `${name} is no name for a job`)
  assert(leaseSeconds > 0 && attemptsMax >= 1, `${name} has no lease or no attempts`)
  let validator: Validator | undefined
  return {
    name,
    leaseSeconds,
    attemptsMax,
    poison,
    check: (payload) => {
      validator ??= Compile(schema as TSchema) as Validator
      if (validator.Check(payload)) return
      const problems = validator
        .Errors(payload)
        .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
      throw new Error(`The payload of ${name} does not fit its schema: ${problems.join('; ')}`)
    },
  }
}

/** A job and the function that runs it. */
export type JobHandler = {
  readonly job: Job
  run(payload: unknown, signal: AbortSignal): Promise<void>
}

/** The work of a job. It may run more than once: say in a comment why that is harmless. */
export function handle<Payload>(
  job: Job<Payload>,
  run: (payload: Payload, signal: AbortSignal) => Promise<void>,
): JobHandler {
  return {
    job: job as Job,
    run: async (payload, signal) => {
      // Another release may have enqueued a payload that does not fit this one.
      job.check(payload as Payload)
      await run(payload as Payload, signal)
    },
  }
}
