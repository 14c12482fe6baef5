import type { Database } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import type { Wake } from '#platform/wake'
import type { SetAsideWatch } from './set-aside/watch.ts'
import type { Subscription } from './subscription.ts'

export type DispatcherOptions = {
  readonly database: Database
  readonly subscriptions: readonly Subscription[]
  readonly wake: Wake
  readonly now: () => Date
  readonly log: WorkLog
  /** The process that numbers an event counts it, by its kind. */
  readonly metrics?: Pick<Metrics, 'counter'>
  /** Called when an event is set aside, and when none is set aside any more. */
  readonly watch?: SetAsideWatch
}
