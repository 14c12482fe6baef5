import { after, type Clock, secondsMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { type Loop, runLoop, type WorkLog } from '#platform/leases'
import type { Wake } from '#platform/wake'
import { requestsTopic } from './move-to-next-step.ts'
import type { ApprovalRequest } from './request.ts'
import { type DueRequest, type NextAttempt, workOnDueRequests } from './request-store.ts'

export type ContinueDeps = {
  readonly database: Database
  /**
   * Places the order of a request that everybody has agreed to, or ends it if nobody decided in time. It may run any
   * number of times, and in several places at once. Throws if the order has to wait.
   */
  readonly continueRequest: (request: ApprovalRequest) => Promise<void>
  readonly now: Clock
  readonly log: WorkLog
}

const batchMax = 20
const waitSecondsMax = 900

/** Continues requests when the last approver has agreed, when their time is over, and when an attempt failed. */
export function approvalsWorkers(deps: ContinueDeps & { readonly wake: Wake }): readonly Loop[] {
  return [
    runLoop({
      name: 'approvals.carry_requests',
      wake: deps.wake,
      topics: [requestsTopic],
      work: () => continueRequests(deps),
      log: deps.log,
    }),
  ]
}

/** Claims one batch of due requests, and continues each of them. Returns how many it claimed. */
export function continueRequests(deps: ContinueDeps): Promise<number> {
  return workOnDueRequests(deps, batchMax, (due) => continueDueRequest(deps, due))
}

async function continueDueRequest(deps: ContinueDeps, due: DueRequest): Promise<NextAttempt> {
  const problem = await problemOf(deps, due.request)
  const seconds = Math.min(5 * 2 ** Math.min(due.attempts, 10), waitSecondsMax)
  return { at: after(deps.now(), secondsMs(seconds)), problem }
}

async function problemOf(
  { continueRequest, log }: ContinueDeps,
  request: ApprovalRequest,
): Promise<string | undefined> {
  try {
    await continueRequest(request)
    return undefined
  } catch (error) {
    log.warn(
      { err: error, approvalId: request.id },
      'An order could not be placed yet. A worker retries it.',
    )
    return (error instanceof Error ? error.message : String(error)).slice(0, 500)
  }
}
