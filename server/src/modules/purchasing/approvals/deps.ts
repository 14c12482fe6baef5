import type { Actor } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Fx } from '#modules/fx'
import type { ActorName, PeopleAsked, PersonBehind } from '#modules/identity'
import type { unitsAbove, unitsOfPurchase } from '#modules/structure'
import type { Conn, Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import type { WorkingTime } from '#platform/working-time'

export type UnitApprover = { readonly personId: string; readonly unitId: string }

export type ApprovalsDeps = {
  readonly database: Database
  readonly wake: Wake
  readonly fx: Pick<Fx, 'ratesInto'>
  /** The ids of active members: those named, and those who have the role, for the company or for one of the units. */
  readonly peopleOf: (conn: Conn, companyId: string, who: PeopleAsked) => Promise<readonly string[]>
  /** Which of these members have the role approver for which units. */
  readonly unitApproversOf: (
    conn: Conn,
    companyId: string,
    ids: readonly string[],
  ) => Promise<readonly UnitApprover[]>
  /** For an API key: the person who made it. */
  readonly personBehind: (conn: Conn, who: Actor | ActorName) => Promise<PersonBehind>
  /** The unit of a purchase, with all units above it. */
  readonly unitsOfPurchase: typeof unitsOfPurchase
  /** The unit, with all units above it. */
  readonly unitsAbove: typeof unitsAbove
  /** When people of the company work: deadlines and reminders leave out its weekends and holidays. */
  readonly workingTimeOf: (conn: Conn, companyId: string) => Promise<WorkingTime>
  /** The newest orders of the company that a number, or a part of one, finds. */
  readonly ordersNumbered: (
    conn: Conn,
    q: string,
    companyId: string,
  ) => Promise<readonly { readonly id: string }[]>
  readonly now: Clock
}
