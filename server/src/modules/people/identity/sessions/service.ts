import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Actor, Role } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Cache } from '#platform/cache'
import type { Database, Tx } from '#platform/db'
import type { JobHandler } from '#platform/jobs'
import type { Seal } from '#platform/seal'
import { createPasswords } from '../password.ts'
import type { Tokens } from '../tokens.ts'
import type { Passkey } from './factors/factor-store.ts'
import {
  beginPasskey,
  confirmTotp,
  disableTotp,
  enrolTotp,
  type Factors,
  factorsOf,
  registerPasskey,
  removePasskey,
  renewRecoveryCodes,
} from './factors/factors.ts'
import type { CreationOptions, RelyingParty } from './factors/passkey.ts'
import { beginPasskeySignIn, signInByPasskey } from './factors/passkey-sign-in.ts'
import type { Proof } from './factors/prove.ts'
import { beginStepUp, type StepUpInput, stepUp } from './factors/step-up.ts'
import { signInByMailCode } from './mail-codes/mail-code-sign-in.ts'
import type { SessionTokens } from './open-session.ts'
import { listOwnSessions, revokeOtherSessions, revokeOwnSession, signOut } from './own-sessions.ts'
import {
  assertPasswordAllowed,
  changePassword,
  type PasswordDeps,
} from './passwords/change-password.ts'
import {
  type CredentialsChange,
  type CredentialsListener,
  createCredentialsChanged,
} from './passwords/credentials-changed.ts'
import {
  passwordResetJobs,
  requestPasswordReset,
  resetPassword,
} from './passwords/reset-password.ts'
import { purgeJobs } from './purge.ts'
import { refreshSession } from './refresh-session.ts'
import type { Session, SignInRecord } from './session.ts'
import { completeSignIn, type Origin, type PasskeyQuestion, signIn } from './sign-in.ts'
import { createThrottle } from './throttle.ts'

type Credentials = { readonly email: string; readonly password: string }
type Challenged<Answer> = Answer & { readonly challengeToken: string }
type PasskeyAnswer = { readonly passkey: NonNullable<Proof['passkey']> }
type NewPasskey = { readonly name: string; readonly passkey: RegistrationResponseJSON }

/** How people sign in, stay signed in, and change their credentials. */
export type Sessions = {
  /** Throws `identity.second_factor_required` if a second step is due. */
  signIn(input: Credentials, origin?: Origin): Promise<SessionTokens>
  completeSignIn(input: Challenged<Proof>, origin?: Origin): Promise<SessionTokens>
  /** The second factor is the code of a mail, whichever sign-in it was for. */
  signInByMailCode(
    input: { readonly code: string; readonly password: string },
    origin?: Origin,
  ): Promise<SessionTokens>
  /** The domain that passkeys are bound to. Undefined: there are none. */
  readonly passkeySite: string | undefined
  beginPasskeySignIn(): Promise<PasskeyQuestion>
  signInByPasskey(input: Challenged<PasskeyAnswer>, origin?: Origin): Promise<SessionTokens>
  refresh(refreshToken: string): Promise<SessionTokens>
  signOut(actor: Actor): Promise<void>

  listSessions(actor: Actor): Promise<Session[]>
  revokeSession(actor: Actor, sessionId: string): Promise<void>
  revokeOtherSessions(actor: Actor): Promise<number>

  beginStepUp(actor: Actor): Promise<PasskeyQuestion>
  stepUp(actor: Actor, input: StepUpInput, origin?: Origin): Promise<Date>

  changePassword(
    actor: Actor,
    input: { readonly currentPassword: string; readonly newPassword: string },
    origin?: Origin,
  ): Promise<void>
  requestPasswordReset(email: string): Promise<void>
  resetPassword(input: { readonly token: string; readonly newPassword: string }): Promise<void>
  /** Throws `identity.password_unacceptable`. */
  assertPasswordAllowed(
    person: Pick<SignInRecord, 'email' | 'name' | 'companyId'>,
    password: string,
  ): Promise<void>

  factorsOf(actor: Actor): Promise<Factors>
  enrolTotp(actor: Actor): Promise<{ secret: string; uri: string }>
  confirmTotp(actor: Actor, code: string, origin?: Origin): Promise<readonly string[]>
  disableTotp(actor: Actor): Promise<void>
  renewRecoveryCodes(actor: Actor): Promise<readonly string[]>
  beginPasskey(actor: Actor): Promise<{ challengeToken: string; options: CreationOptions }>
  registerPasskey(
    actor: Actor,
    input: Challenged<NewPasskey>,
  ): Promise<{ passkey: Passkey; recoveryCodes: readonly string[] }>
  removePasskey(actor: Actor, passkeyId: string): Promise<void>

  /**
   * A participant, called after a password, factor or role was changed, or an account was disabled. All other
   * sessions end.
   */
  credentialsChanged(tx: Tx, change: CredentialsChange): Promise<void>
  /** Registers a listener that ends other access in the transaction of the change. */
  onCredentialsChanged(listener: CredentialsListener): void
  readonly sessionJobs: readonly JobHandler[]
}

export type SessionSettings = {
  readonly accessTokenSeconds: number
  readonly sessionDays: number
  readonly sessionIdleDays: number
  /** How many failed sign-ins one address may have in an hour. */
  readonly addressFailuresMax?: number | undefined
  /** Roles that must have a second factor. */
  readonly mfaRequiredRoles?: readonly Role[] | undefined
  /** The site that passkeys are bound to. Without it there are none. */
  readonly relyingParty?: RelyingParty | undefined
  /** The page where people choose a new password. Without it the mail contains the bare code. */
  readonly resetPageUrl: string
  /** The page where people sign in with the code of a mail. */
  readonly mailCodePageUrl: string
}

export type SessionsDeps = {
  readonly database: Database
  readonly cache: Cache
  readonly seal: Seal
  readonly tokens: Tokens
  readonly now: Clock
  readonly settings: SessionSettings
  readonly forget: () => void
}

const addressFailuresMax = 100

export function createSessions(given: SessionsDeps): Sessions {
  const { settings, cache, now, forget } = given
  const changed = createCredentialsChanged(forget)
  const deps: PasswordDeps = {
    ...given,
    ...settings,
    changed,
    party: settings.relyingParty,
    passwords: createPasswords(),
    throttle: createThrottle({
      cache,
      now,
      addressFailuresMax: settings.addressFailuresMax ?? addressFailuresMax,
    }),
  }
  return {
    signIn: (input, origin) => signIn(deps, input, origin),
    completeSignIn: (input, origin) => completeSignIn(deps, input, origin),
    signInByMailCode: (input, origin) => signInByMailCode(deps, input, origin),
    passkeySite: settings.relyingParty?.id,
    beginPasskeySignIn: () => beginPasskeySignIn(deps),
    signInByPasskey: (input, origin) => signInByPasskey(deps, input, origin),
    refresh: (token) => refreshSession(deps, token),
    signOut: (actor) => signOut(deps, actor),
    listSessions: (actor) => listOwnSessions(deps, actor),
    revokeSession: (actor, sessionId) => revokeOwnSession(deps, actor, sessionId),
    revokeOtherSessions: (actor) => revokeOtherSessions(deps, actor),
    beginStepUp: (actor) => beginStepUp(deps, actor),
    stepUp: (actor, input, origin) => stepUp(deps, actor, input, origin),
    changePassword: (actor, input, origin) => changePassword(deps, actor, input, origin),
    requestPasswordReset: (email) => requestPasswordReset(deps, email),
    resetPassword: (input) => resetPassword(deps, input),
    assertPasswordAllowed: (person, password) => assertPasswordAllowed(deps, person, password),
    factorsOf: (actor) => factorsOf(deps, actor),
    enrolTotp: (actor) => enrolTotp(deps, actor),
    confirmTotp: (actor, code, origin) => confirmTotp(deps, actor, code, origin),
    disableTotp: (actor) => disableTotp(deps, actor),
    renewRecoveryCodes: (actor) => renewRecoveryCodes(deps, actor),
    beginPasskey: (actor) => beginPasskey(deps, actor),
    registerPasskey: (actor, input) => registerPasskey(deps, actor, input),
    removePasskey: (actor, passkeyId) => removePasskey(deps, actor, passkeyId),
    credentialsChanged: (tx, change) => changed.announce(tx, change),
    onCredentialsChanged: (listener) => changed.listen(listener),
    sessionJobs: [...passwordResetJobs(deps, settings.resetPageUrl), ...purgeJobs(deps)],
  }
}
