import type { Principal } from '#kernel/actor'
import { requestQueue } from '#modules/approvals'
import { runQueue } from '#modules/automations'
import { importsQueue, searchQueue } from '#modules/catalog'
import { attemptQueue, unorderedQueue } from '#modules/checkout'
import { alertQueue } from '#modules/incidents'
import type { PoisonQueue } from '#modules/ops'
import { creditQueue } from '#modules/orders'
import { paymentQueue, refundQueue } from '#modules/payments'
import { deliveryQueue } from '#modules/webhooks'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { type GivenUpJobs, jobsQueue } from '#platform/jobs'
import { subscriptionQueue } from '#platform/outbox'
import type { Modules } from './create-modules.ts'

/** Queues whose rows do not show a worker: the sweep looks through them for rows whose worker has died. */
export const inPlaceQueues = [
  attemptQueue,
  unorderedQueue,
  paymentQueue,
  refundQueue,
  creditQueue,
  requestQueue,
  searchQueue,
  subscriptionQueue,
] as const

type Deps = {
  readonly database: Database
  readonly now: () => Date
  readonly givenUp: GivenUpJobs
  readonly automations: Modules['automations']
}

/** Every queue, as operators look at the records over which processes have died. */
export function poisonQueues(deps: Deps): readonly PoisonQueue[] {
  const { automations } = deps
  return [
    jobsOf(deps),
    {
      queue: runQueue,
      retry: (operator, id) =>
        automations.review(operator, id, { outcome: 'replayed', note: undefined }),
      discard: (operator, id, note) =>
        automations.review(operator, id, { outcome: 'handled_manually', note }),
    },
    { queue: deliveryQueue, resets: ['finished_at', 'last_error'] },
    { queue: alertQueue('primary'), resets: ['finished_at', 'last_error'] },
    {
      queue: importsQueue,
      resets: ['failure_code', 'failure', 'ended_at'],
      oneAtATime: 'imports_one_at_a_time',
    },
    ...inPlaceQueues.map((queue) => ({ queue })),
  ]
}

/** What is retried or discarded may be the last of its kind that fails, which ends an incident. */
function jobsOf({ database, now, givenUp }: Deps): PoisonQueue {
  const decide = (operator: Principal, id: string, act: GivenUpJobs['retry'], note?: string) =>
    database.transaction(async (tx) => {
      const at = now()
      const job = await act(tx, id, at)
      if (!job) return
      recordAudit(tx, {
        companyId: operator.companyId,
        actor: operator,
        action: note === undefined ? 'ops.job_retried' : 'ops.job_discarded',
        target: { type: 'job', id },
        outcome: 'done',
        details: { job: job.name, ...(note !== undefined && { note }) },
        now: at,
      })
    })
  return {
    queue: jobsQueue,
    retry: (operator, id) => decide(operator, id, givenUp.retry),
    discard: (operator, id, note) => decide(operator, id, givenUp.discard, note),
  }
}
