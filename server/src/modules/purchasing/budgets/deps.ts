import type { Actor } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Fx } from '#modules/fx'
import type { ActorName, PersonBehind } from '#modules/identity'
import type { unitsOfPurchase } from '#modules/structure'
import type { Conn, Database } from '#platform/db'
import type { Wake } from '#platform/wake'

export type BudgetsDeps = {
  readonly database: Database
  readonly wake: Wake
  readonly fx: Pick<Fx, 'ratesInto'>
  /** The ids of active members, of those named. */
  readonly peopleOf: (
    conn: Conn,
    companyId: string,
    who: { readonly ids: readonly string[] },
  ) => Promise<readonly string[]>
  /** For an API key: the person who made it. */
  readonly personBehind: (conn: Conn, who: Actor | ActorName) => Promise<PersonBehind>
  /** The unit of a purchase, with all units above it. */
  readonly unitsOfPurchase: typeof unitsOfPurchase
  /** The orders of checkouts of one company, by the ids of the checkouts. */
  readonly ordersOfCheckouts: (
    conn: Conn,
    companyId: string,
    checkoutIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly id: string; readonly number: string }>>
  readonly now: Clock
}
