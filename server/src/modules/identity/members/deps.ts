import type { Actor } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Database, Tx } from '#platform/db'
import type { Seal } from '#platform/seal'
import type { Passwords } from '../password.ts'
import type { CredentialsChange } from '../sessions/credentials-changed.ts'
import type { SessionDeps } from '../sessions/open-session.ts'
import type { Company } from './company.ts'

/** `closedAt` is undefined where the company is opened again. */
export type CompanyClosed = (
  tx: Tx,
  company: Company,
  change: { readonly closedAt: Date | undefined; readonly by: Actor; readonly now: Date },
) => Promise<void>

export type PeopleLeft = (tx: Tx, companyId: string, now: Date) => void

export type MemberDeps = {
  readonly database: Database
  readonly now: Clock
  readonly seal: Seal
  readonly passwords: Passwords
  readonly sessions: SessionDeps
  /** What was cached of credentials is read again, here and in the other processes. */
  readonly forget: () => void
  /** Ends the sessions of a person, and what apps may do for them. */
  readonly credentialsChanged: (tx: Tx, change: CredentialsChange) => Promise<void>
  /** Takes part in the transaction that closes a company, or opens it again: what else must stop, or may go on. */
  readonly companyClosed: CompanyClosed
  /** Takes part in the transaction in which people of a company leave, or lose roles: what may wait for them no longer. */
  readonly peopleLeft: PeopleLeft
  /** The page where people accept invitations. Without it the mail holds the bare code. */
  readonly invitationPageUrl: string | undefined
}
