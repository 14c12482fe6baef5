import type { Clock } from '#kernel/time'
import type { Approvals } from '#modules/approvals'
import type { Budgets } from '#modules/budgets'
import type { Incidents } from '#modules/incidents'
import type { Payments } from '#modules/payments'
import type { Products } from '#modules/products'
import type { Conn, Database } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'

export type FulfilmentDeps = {
  readonly database: Database
  readonly products: Pick<Products, 'restockCommitted'>
  readonly payments: Pick<
    Payments,
    | 'giveBack'
    | 'payOut'
    | 'holdRefunded'
    | 'driveRefund'
    | 'cancel'
    | 'find'
    | 'capture'
    | 'refund'
  >
  readonly approvals: Pick<
    Approvals,
    'approve' | 'reject' | 'hold' | 'holdOf' | 'decide' | 'withdraw' | 'find' | 'get'
  >
  readonly budgets: Pick<Budgets, 'giveBack'>
  readonly incidents: Pick<Incidents, 'notify' | 'resolve'>
  /** False of a company that operators have closed: nothing is placed in its name. */
  readonly isCompanyOpen: (conn: Conn, companyId: string) => Promise<boolean>
  /** Whether the company's automations may still hold an order because it was created. */
  readonly isHoldPending: (
    conn: Conn,
    order: { readonly companyId: string; readonly orderId: string; readonly createdAt: Date },
  ) => Promise<boolean>
  readonly now: Clock
  readonly log: WorkLog
  readonly metrics: Metrics
  /** An order is closed so many days after it was delivered. */
  readonly closeAfterDays: number
  /** An order that nobody has confirmed for so long should be looked at. */
  readonly unconfirmedHours: number
  /** An order that has not left as a whole so long after it was placed should be looked at. */
  readonly unshippedDays: number
  /** After so many refusals of its provider money that goes back waits for an operator. */
  readonly refusalsMax: number
}
