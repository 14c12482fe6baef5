import type { Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Seal } from '#platform/seal'
import type { Passwords } from '../password.ts'
import type { SessionDeps } from '../sessions/open-session.ts'

export type MemberDeps = {
  readonly database: Database
  readonly now: Clock
  readonly seal: Seal
  readonly passwords: Passwords
  readonly sessions: SessionDeps
  /** What was remembered of credentials is read again, here and in the other processes. */
  readonly forget: () => void
  /** The page where people accept invitations. Without it the mail holds the bare code. */
  readonly invitationPageUrl: string | undefined
}
