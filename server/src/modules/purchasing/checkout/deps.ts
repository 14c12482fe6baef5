import type { Clock } from '#kernel/time'
import type { Approvals } from '#modules/approvals'
import type { Budgets } from '#modules/budgets'
import type { Carts } from '#modules/cart'
import type { PartiesOf } from '#modules/identity'
import type { Incidents } from '#modules/incidents'
import type { Orders } from '#modules/orders'
import type { Payments } from '#modules/payments'
import type { Products } from '#modules/products'
import type { Quotas } from '#modules/quotas'
import type { Quoter } from '#modules/quotes'
import type { Structure } from '#modules/structure'
import type { DocumentTotals } from '#modules/totals'
import type { Conn, Database } from '#platform/db'
import type { WorkingTime } from '#platform/working-time'
import type { NotifyOwnerDeps } from './finishing/notify-owner.ts'

/** The only orchestrator of carts, orders and payments: no other module knows all three. */
export type CheckoutDeps = NotifyOwnerDeps & {
  readonly database: Database
  readonly products: Products
  readonly quoter: Quoter
  readonly carts: Carts
  readonly orders: Orders
  readonly payments: Payments
  readonly incidents: Incidents
  readonly approvals: Pick<Approvals, 'assertRevisable' | 'plan' | 'open'>
  readonly budgets: Pick<Budgets, 'hold' | 'commit' | 'release' | 'listExceeded' | 'impacts'>
  readonly quotas: Pick<Quotas, 'hold' | 'callOff' | 'release' | 'offContract'>
  readonly totals: DocumentTotals
  readonly structure: Pick<Structure, 'assertCodesListed' | 'refusalOfCodes'>
  /** The buyer and the suppliers, with what their companies require. */
  readonly partiesOf: PartiesOf
  /** The currency of a company's purchases if the request names none. */
  readonly currencyOf: (companyId: string) => Promise<string>
  /** When a company works: lead times count its days. */
  readonly workingTimeOf: (conn: Conn, companyId: string) => Promise<WorkingTime>
  /** The names of those companies that exist. */
  readonly namesOf: (
    conn: Conn,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
  /** After so many refusals of the provider, money that bought nothing waits for an operator. */
  readonly refusalsMax: number
  readonly now: Clock
}
