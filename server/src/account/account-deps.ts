import type { Api, CheckToken, Forward, SessionCookie, Sessions } from '../admin/index.ts'

/** What the account pages use. */
export type AccountDeps = {
  readonly forward: Forward
  readonly api: Api
  readonly sessions: Sessions
  readonly cookie: SessionCookie
  readonly check: CheckToken
  /** The domain of passkeys. Undefined: there are none. */
  readonly passkeySite: string | undefined
  /** Binds a form to the session that it was made for. */
  readonly formKey: Buffer
}
