import type { Failure } from '#kernel/failure'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { noCompany, recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import type { Passwords } from '../password.ts'
import {
  type Challenge,
  challengeMinutes,
  hashOfToken,
  type Purpose,
  randomToken,
} from './factors/challenge.ts'
import { insertChallenge, markChallengeUsed, takeAttempt } from './factors/challenge-store.ts'
import { isTotpLocked, listPasskeys } from './factors/factor-store.ts'
import { type RelyingParty, type RequestOptions, requestOptions } from './factors/passkey.ts'
import { methodsOf, type Proof, type ProveDeps, prove } from './factors/prove.ts'
import { type MailReason, mailSignInCode } from './mail-codes/mail-code.ts'
import { openSession, type SessionDeps, type SessionTokens } from './open-session.ts'
import type { Method, SignInRecord } from './session.ts'
import { findForSignIn, replacePassword } from './session-store.ts'
import { type Throttle, tooManyAttempts } from './throttle.ts'

export type SignInDeps = SessionDeps &
  ProveDeps & { readonly passwords: Passwords; readonly throttle: Throttle }

/** Where the attempt comes from: one address, or one /64. */
export type Origin = { readonly address?: string | undefined }

/**
 * An unknown person, a wrong password and a disabled account get the same answer in the same time. A person with a
 * second factor gets `identity.second_factor_required`, which names the methods. The answer is due within five
 * minutes.
 */
export async function signIn(
  deps: SignInDeps,
  input: { readonly email: string; readonly password: string },
  origin: Origin = {},
): Promise<SessionTokens> {
  const account = input.email.trim().toLowerCase()
  const { address } = origin
  const person = await deps.throttle.guard({ account, address }, async () => {
    const known = await findForSignIn(deps.database.pool, { email: account })
    const matches = await deps.passwords.matches(input.password, known?.passwordHash)
    if (known && matches) return known
    await auditRefusal(deps, known, 'identity.sign_in_refused')
    return undefined
  })
  if (!person) throw fail('sign_in_refused')
  await rehash(deps, person, input.password)

  const methods = await methodsOf(deps, person.userId)
  if (
    methods.includes('totp') &&
    (await isTotpLocked(deps.database.pool, person.userId, deps.now()))
  ) {
    const others = methods.filter((method) => method !== 'totp')
    throw await secondFactorRequired(deps, person, others, { reason: 'totp_locked', address })
  }
  if (methods.length > 0) throw await secondFactorRequired(deps, person, methods)
  if (await deps.throttle.isUnderAttack(account)) {
    throw await secondFactorRequired(deps, person, [], { reason: 'password_attacked', address })
  }
  return openSession(deps, person, ['password'], deps.now())
}

/** The second step of a sign-in: the requested proof, with the token of the challenge. */
export async function completeSignIn(
  deps: SignInDeps,
  input: Proof & { readonly challengeToken: string },
  origin: Origin = {},
): Promise<SessionTokens> {
  const tokenHash = hashOfToken(input.challengeToken)
  const challenge = await takeAttempt(deps.database.pool, tokenHash, 'sign_in', deps.now())
  const challengedId = challenge?.userId
  const person = challengedId && (await findForSignIn(deps.database.pool, { userId: challengedId }))
  if (!challenge || !person) throw fail('challenge_refused')
  const { userId } = person
  const mustVerify = isOperator(person)
  const attempt = { account: `factor/${userId}`, address: origin.address }
  const method = await deps.throttle.guard(attempt, async () => {
    const proved = await prove(deps, userId, input, { ...challenge, mustVerify })
    if (!proved) await auditRefusal(deps, person, 'identity.second_factor_refused')
    return proved
  })
  if (!method) throw fail('second_factor_refused')
  const now = deps.now()
  const isFirst = await deps.database.transaction((tx) => markChallengeUsed(tx, tokenHash, now))
  if (!isFirst) throw fail('challenge_refused')
  return openSession(deps, person, ['password', method], now)
}

export const isOperator = ({ roles }: Pick<SignInRecord, 'roles'>): boolean =>
  roles.includes('operator')

/** The challenge for a passkey, and the token to send with the answer. */
export type PasskeyQuestion = { readonly challengeToken: string; readonly options: RequestOptions }

export async function askPasskey(
  deps: ProveDeps,
  purpose: Purpose,
  who: Pick<ChallengeFields, 'userId' | 'sessionId'>,
  mustVerify: boolean,
): Promise<PasskeyQuestion> {
  if (!deps.party) throw fail('passkeys_unavailable')
  const options = await passkeyOptions(deps, deps.party, who.userId, mustVerify)
  const challengeToken = await openChallenge(deps, purpose, { ...who, nonce: options.challenge })
  return { challengeToken, options }
}

async function passkeyOptions(
  { database }: ProveDeps,
  party: RelyingParty,
  userId: string | undefined,
  mustVerify: boolean,
): Promise<RequestOptions> {
  const known = userId ? await listPasskeys(database.pool, userId) : []
  return requestOptions(party, known, mustVerify)
}

type ChallengeFields = Partial<Pick<Challenge, 'userId' | 'sessionId' | 'nonce'>>

export async function openChallenge(
  deps: ProveDeps,
  purpose: Purpose,
  fields: ChallengeFields,
): Promise<string> {
  return deps.database.transaction((tx) => insertNewChallenge(tx, purpose, fields, deps.now()))
}

async function insertNewChallenge(
  tx: Tx,
  purpose: Purpose,
  fields: ChallengeFields,
  now: Date,
): Promise<string> {
  const token = randomToken()
  const { userId, sessionId, nonce } = fields
  const tokenHash = hashOfToken(token)
  const challenge = { tokenHash, purpose, userId, sessionId, nonce }
  await insertChallenge(tx, challenge, after(now, minutesMs(challengeMinutes)), now)
  return token
}

/** With a reason, the person also gets a code by mail. If too many were sent before, the code of an earlier mail works. */
async function secondFactorRequired(
  deps: SignInDeps,
  person: SignInRecord,
  methods: readonly Method[],
  mail?: { readonly reason: MailReason; readonly address: string | undefined },
): Promise<Failure> {
  const { userId } = person
  const options =
    methods.includes('passkey') && deps.party
      ? await passkeyOptions(deps, deps.party, userId, isOperator(person))
      : undefined
  const now = deps.now()
  const details = await deps.database.transaction(async (tx) => {
    const isMailed =
      mail && (await mailSignInCode(deps, tx, person, mail.reason, mail.address, now))
    const offered: readonly Method[] = isMailed ? [...methods, 'mail_code'] : methods
    if (offered.length === 0) throw tooManyAttempts(hoursMs(1))
    const fields = { userId, nonce: options?.challenge }
    return {
      challengeToken: await insertNewChallenge(tx, 'sign_in', fields, now),
      methods: offered,
    }
  })
  return fail('second_factor_required', options ? { ...details, passkeyOptions: options } : details)
}

/** Hash parameters grow with the years. They can only be updated while the password is present. */
export async function rehash(
  deps: SignInDeps,
  person: SignInRecord,
  password: string,
): Promise<void> {
  const { passwords, database } = deps
  if (!passwords.isOutdated(person.passwordHash)) return
  const fresh = await passwords.hash(password)
  await database.transaction((tx) => replacePassword(tx, person.userId, person.passwordHash, fresh))
}

/** For a refused factor or password. The entry names the account if it is known. */
export async function auditRefusal(
  deps: SignInDeps,
  person: SignInRecord | undefined,
  action: 'identity.sign_in_refused' | 'identity.second_factor_refused',
): Promise<void> {
  await deps.database.transaction(async (tx) =>
    recordAudit(tx, {
      companyId: person?.companyId ?? noCompany,
      action,
      target: { type: 'person', id: person?.userId ?? 'unknown' },
      outcome: 'refused',
      now: deps.now(),
    }),
  )
}
