import type { Actor } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import type { Seal } from '#platform/seal'
import type { Passwords } from '../password.ts'
import type { SessionDeps } from '../sessions/open-session.ts'
import type { CredentialsChange } from '../sessions/passwords/credentials-changed.ts'
import type { Company } from './companies/company.ts'

/** `closedAt` is undefined when the company opens again. */
export type CompanyClosed = (
  tx: Tx,
  company: Company,
  change: { readonly closedAt: Date | undefined; readonly by: Actor; readonly now: Date },
) => Promise<void>

export type PeopleLeft = (tx: Tx, companyId: string, now: Date) => void

export type MemberRemoved = (tx: Tx, companyId: string, userId: string) => Promise<void>

/**
 * A participant of the transaction in which a member comes to a unit of the company. It throws if the company has no such unit, or if
 * the unit has ended.
 */
export type RequireOpenUnit = (tx: Tx, companyId: string, unitId: string) => Promise<void>

export type MemberDeps = {
  readonly database: Database
  readonly now: Clock
  readonly seal: Seal
  readonly passwords: Passwords
  readonly sessions: SessionDeps
  /** Clears cached credentials, here and in the other processes. */
  readonly forget: () => void
  /** Ends the sessions of a person, and the access of apps that act for that person. */
  readonly credentialsChanged: (tx: Tx, change: CredentialsChange) => Promise<void>
  /**
   * A participant of the transaction that closes a company or opens it again: stops or resumes what depends on it.
   */
  readonly companyClosed: CompanyClosed
  /** A participant of the transaction in which people leave a company or lose roles: ends what waited for them. */
  readonly peopleLeft: PeopleLeft
  /** A participant of the transaction in which a person leaves a company: ends what colleagues shared. */
  readonly memberRemoved: MemberRemoved
  readonly requireOpenUnit: RequireOpenUnit
  /** The page where people accept invitations. Without it the mail contains the bare code. */
  readonly invitationPageUrl: string
}
