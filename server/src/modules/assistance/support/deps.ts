import { type Actor, may, ownerIdOf, readsOwnOnly } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Conn, Database } from '#platform/db'
import type { Reader } from '#platform/mail'
import type { WorkingTime } from '#platform/working-time'
import type { ReplyAddresses } from './mail/reply-address.ts'
import type { Targets } from './settings.ts'
import type { TargetMinutes } from './tickets/lifecycle.ts'
import type { AuthorKind, Link, Priority, Scope } from './tickets/ticket.ts'

/** A person who can get mail. */
export type Reachable = Reader & { readonly name: string }

export type SupportDeps = {
  readonly database: Database
  readonly incidents: Incidents
  /** When the desk works for a company. */
  readonly hoursFor: (conn: Conn, companyId: string, now: Date) => Promise<WorkingTime>
  readonly firstResponse: Targets
  readonly resolution: Targets
  /** The record that a link names, if the company of the actor may see it. */
  readonly findLinked: (
    conn: Conn,
    actor: Actor,
    link: Pick<Link, 'type' | 'id'>,
  ) => Promise<Link | undefined>
  /** Names of people and companies that exist. */
  readonly namesOf: (conn: Conn, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly namesOfIntegrations: (
    conn: Conn,
    integrations: readonly { readonly companyId: string; readonly id: string }[],
  ) => Promise<ReadonlyMap<string, string>>
  /** The active operators, who are the agents of the support desk. All, or those with these ids. */
  readonly agentsOf: (conn: Conn, ids?: readonly string[]) => Promise<readonly string[]>
  /** Where a browser opens a file of a message without a credential, for a short time. */
  readonly fileUrlOf: (attachmentId: string) => string
  readonly mail: {
    /** The people of a company that can get mail, of those with these ids. */
    readonly reachMembers: (
      conn: Conn,
      companyId: string,
      ids: readonly string[],
    ) => Promise<readonly Reachable[]>
    readonly reachAgents: (conn: Conn, ids: readonly string[]) => Promise<readonly Reachable[]>
    readonly linkOf: (ticketId: string) => string
    /** The mailbox of the support desk, for tickets that no operator works on. */
    readonly teamAddress: string | undefined
    /** Undefined if the service takes no mail. */
    readonly replyAddresses: ReplyAddresses | undefined
  }
  readonly now: Clock
}

/** The targets of a ticket with this priority. */
export function minutesOf(
  { firstResponse, resolution }: Pick<SupportDeps, 'firstResponse' | 'resolution'>,
  priority: Priority,
): TargetMinutes {
  return { firstResponse: firstResponse[priority], resolution: resolution[priority] }
}

/** Operators are the agents of the support desk. */
export function isAgent(actor: Actor): boolean {
  return may(actor, 'act_for_every_company')
}

/** Agents see the tickets of every company, requesters their own, and everybody else those of their company. */
export function scopeOf(actor: Actor): Scope {
  if (isAgent(actor)) return {}
  const { companyId, id } = actor
  return readsOwnOnly(actor) ? { companyId, requesterId: id } : { companyId }
}

export function authorOf(actor: Actor): { readonly kind: AuthorKind; readonly id: string } {
  if (isAgent(actor)) return { kind: 'AGENT', id: actor.id }
  if (actor.kind === 'api_key') return { kind: 'INTEGRATION', id: ownerIdOf(actor) }
  return { kind: 'PERSON', id: actor.id }
}
