import type { Clock } from '#kernel/time'
import type { Approvals } from '#modules/approvals'
import type { Budgets } from '#modules/budgets'
import type { Incidents } from '#modules/incidents'
import type { Payments } from '#modules/payments'
import type { Products } from '#modules/products'
import type { Quotas } from '#modules/quotas'
import type { Taxes } from '#modules/tax'
import type { Conn, Database } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import type { WorkingTime } from '#platform/working-time'

export type FulfilmentDeps = {
  readonly database: Database
  readonly products: Pick<
    Products,
    | 'sell'
    | 'restockCommitted'
    | 'categoriesOf'
    | 'findSubstitute'
    | 'lockStock'
    | 'backorder'
    | 'dropBackordered'
    | 'serveBackordered'
    | 'listServable'
    | 'measureServable'
  >
  readonly payments: Pick<
    Payments,
    | 'giveBack'
    | 'releaseHeld'
    | 'raiseHeld'
    | 'payOut'
    | 'holdRefunded'
    | 'driveRefund'
    | 'cancel'
    | 'find'
    | 'listOfOrder'
    | 'lockOfOrder'
    | 'open'
    | 'handOver'
    | 'attachSupplement'
    | 'capture'
    | 'refund'
    | 'refundInFull'
  >
  readonly approvals: Pick<
    Approvals,
    | 'plan'
    | 'canGiveAll'
    | 'open'
    | 'approve'
    | 'refuse'
    | 'lockReducible'
    | 'reduce'
    | 'lockRequest'
    | 'lockRequestOfOrder'
    | 'decide'
    | 'withdraw'
    | 'find'
    | 'get'
  >
  readonly budgets: Pick<Budgets, 'raise' | 'holdRaise' | 'giveBack'>
  readonly quotas: Pick<Quotas, 'hold' | 'callOff' | 'offContract' | 'giveBack'>
  readonly taxes: Pick<Taxes, 'forBuyer'>
  readonly incidents: Pick<Incidents, 'notify' | 'resolve'>
  /** False if operators have closed the company: nothing is placed in its name. */
  readonly isCompanyOpen: (conn: Conn, companyId: string) => Promise<boolean>
  /** Whether the company's automations may still hold the order in response to its creation. */
  readonly isHoldPending: (
    conn: Conn,
    order: { readonly companyId: string; readonly orderId: string; readonly createdAt: Date },
  ) => Promise<boolean>
  /** When the company works. */
  readonly workingTimeOf: (conn: Conn, companyId: string) => Promise<WorkingTime>
  readonly now: Clock
  readonly log: WorkLog
  readonly metrics: Metrics
  /** Days from delivery until an order is closed. */
  readonly closeAfterDays: number
  /** Hours after which an unconfirmed order needs a look from operators. */
  readonly unconfirmedHours: number
  /** Days after placing, after which an order that has not left as a whole needs a look from operators. */
  readonly unshippedDays: number
  /** After so many refusals of the provider, a credit waits for an operator. */
  readonly refusalsMax: number
}
