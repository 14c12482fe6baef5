import type { Actor } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Carts } from '#modules/cart'
import type { Incidents } from '#modules/incidents'
import type { Llm } from '#modules/llm'
import type { Fulfilment } from '#modules/orders'
import type { Tickets } from '#modules/support'
import type { Compute } from '#platform/compute'
import type { Conn, Database } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import type { Reader } from '#platform/mail'
import type { Outbound } from '#platform/net'
import type { EventKind } from '#platform/outbox'
import type { Seal } from '#platform/seal'
import type { Wake } from '#platform/wake'
import type { Conditions } from './editing/conditions.ts'

/** The administrators of the company, who get the notifications of its rules. */
export type AdminsOf = (conn: Conn, companyId: string) => Promise<readonly Reader[]>

/** The gateway to language models. */
export type Models = Pick<Llm, 'complete' | 'hasModel'>
export type Asked = Awaited<ReturnType<Models['complete']>>

export type AutomationsDeps = {
  readonly database: Database
  /** Evaluates conditions. */
  readonly compute: Compute
  readonly seal: Seal
  readonly wake: Wake
  readonly outbound: Outbound
  readonly incidents: Incidents
  readonly adminsOf: AdminsOf
  /** Names of the companies and people that exist. */
  readonly namesOf: (conn: Conn, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** An active member with present roles. */
  readonly memberOf: (conn: Conn, companyId: string, userId: string) => Promise<Actor | undefined>
  readonly fulfilment: Pick<
    Fulfilment,
    'acceptProposalWithin' | 'agreeWithin' | 'holdOrderWithin' | 'tryToContinueRequest'
  >
  readonly carts: Pick<Carts, 'preparePut'>
  readonly models: Models
  readonly tickets: Tickets
  /** Returns which of these products the company can buy. */
  readonly forSale: (companyId: string, productIds: readonly string[]) => Promise<Set<string>>
  /** The events of every module that publishes. Rules may name those that are public. */
  readonly kinds: readonly EventKind[]
  readonly now: Clock
  readonly log: WorkLog
  /** For jitter: in [0, 1). */
  readonly random?: () => number
}

/** What the use cases of this module need. */
export type Deps = AutomationsDeps & {
  readonly conditions: Conditions
}
