import { after, minutesMs } from '#kernel/time'
import { noCompany, recordAudit } from '#platform/audit'
import { enqueueMail } from '#platform/mail'
import { fail } from '../failures.ts'
import type { Passwords } from '../password.ts'
import { challengeMinutes, hashOfToken, type Purpose, randomToken } from './challenge.ts'
import { insertChallenge, markChallengeUsed, takeAttempt } from './challenge-store.ts'
import { listPasskeys } from './factor-store.ts'
import { openSession, type SessionDeps, type SessionTokens } from './open-session.ts'
import { type RequestOptions, requestOptions } from './passkey.ts'
import { methodsOf, type Proof, type ProveDeps, prove } from './prove.ts'
import type { Method, SignInRecord } from './session.ts'
import { findForSignIn, replacePassword } from './session-store.ts'
import type { Throttle } from './throttle.ts'

export type SignInDeps = SessionDeps &
  ProveDeps & { readonly passwords: Passwords; readonly throttle: Throttle }

/** Where the attempt comes from: one address, or one /64. */
export type Origin = { readonly address?: string | undefined }

/**
 * One answer for an unknown person, a wrong password and a disabled account, in the same time. Somebody who has a
 * second factor is asked for it: `identity.second_factor_required` says how, and is answered within five minutes.
 */
export async function signIn(
  deps: SignInDeps,
  input: { readonly email: string; readonly password: string },
  origin: Origin = {},
): Promise<SessionTokens> {
  const account = input.email.trim().toLowerCase()
  const person = await deps.throttle.guard({ account, address: origin.address }, async () => {
    const known = await findForSignIn(deps.database.pool, { email: account })
    const matches = await deps.passwords.matches(input.password, known?.passwordHash)
    if (known && matches) return known
    await auditRefusal(deps, known, 'identity.sign_in_refused')
    return undefined
  })
  if (!person) throw fail('sign_in_refused')
  await rehash(deps, person, input.password)

  const methods = await methodsOf(deps, person.userId)
  if (methods.length > 0) throw await secondFactorRequired(deps, person, methods)
  if (await deps.throttle.isUnderAttack(account)) throw await mailCodeRequired(deps, person)
  return openSession(deps, person, ['password'], deps.now())
}

/** The other half of a sign-in: what was asked for, together with the token of the question. */
export async function completeSignIn(
  deps: SignInDeps,
  input: Proof & { readonly challengeToken: string },
  origin: Origin = {},
): Promise<SessionTokens> {
  const tokenHash = hashOfToken(input.challengeToken)
  const challenge = await takeAttempt(deps.database.pool, tokenHash, 'sign_in', deps.now())
  const asked = challenge?.userId
  const person = asked && (await findForSignIn(deps.database.pool, { userId: asked }))
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

/** What a passkey is asked, and the token that the answer is sent with. */
export type PasskeyQuestion = { readonly challengeToken: string; readonly options: RequestOptions }

export async function askPasskey(
  deps: ProveDeps,
  purpose: Purpose,
  who: { readonly userId?: string; readonly sessionId?: string | undefined },
  mustVerify: boolean,
): Promise<PasskeyQuestion> {
  if (!deps.party) throw fail('passkeys_unavailable')
  const known = who.userId ? await listPasskeys(deps.database.pool, who.userId) : []
  const options = await requestOptions(deps.party, known, mustVerify)
  const challengeToken = await ask(deps, purpose, { ...who, nonce: options.challenge })
  return { challengeToken, options }
}

type Asked = {
  readonly userId?: string
  readonly sessionId?: string | undefined
  readonly nonce?: string
}

export async function ask(deps: ProveDeps, purpose: Purpose, asked: Asked): Promise<string> {
  const now = deps.now()
  const token = randomToken()
  const challenge = {
    tokenHash: hashOfToken(token),
    purpose,
    userId: asked.userId,
    sessionId: asked.sessionId,
    nonce: asked.nonce,
    mailCodeHash: undefined,
  }
  const expiresAt = after(now, minutesMs(challengeMinutes))
  await deps.database.transaction((tx) => insertChallenge(tx, challenge, expiresAt, now))
  return token
}

async function secondFactorRequired(
  deps: SignInDeps,
  person: SignInRecord,
  methods: readonly Method[],
) {
  const { userId } = person
  if (methods.includes('passkey') && deps.party) {
    const question = await askPasskey(deps, 'sign_in', { userId }, isOperator(person))
    const { challengeToken, options } = question
    return fail('second_factor_required', { challengeToken, methods, passkeyOptions: options })
  }
  const challengeToken = await ask(deps, 'sign_in', { userId })
  return fail('second_factor_required', { challengeToken, methods })
}

/** Too many guesses came before: a right password may be one of them. Whoever reads the mail is its person. */
async function mailCodeRequired(deps: SignInDeps, { userId, email }: SignInRecord) {
  const now = deps.now()
  const challengeToken = randomToken()
  const code = randomToken()
  const expiresAt = after(now, minutesMs(challengeMinutes))
  const tokenHash = hashOfToken(challengeToken)
  const challenge = {
    tokenHash,
    purpose: 'sign_in' as const,
    userId,
    sessionId: undefined,
    nonce: undefined,
    mailCodeHash: hashOfToken(code),
  }
  await deps.database.transaction(async (tx) => {
    await insertChallenge(tx, challenge, expiresAt, now)
    enqueueMail(tx, {
      to: email,
      subject: 'Your code to sign in',
      text: `Somebody tried many passwords for your account, so this sign-in needs a code as well.\n\nThe code, for the next ${challengeMinutes} minutes:\n\n${code}\n\nIf you are not signing in just now, somebody knows your password: change it.`,
      dedupeKey: `identity/sign-in-code/${tokenHash.toString('hex')}`,
      usefulUntil: expiresAt,
      seal: deps.seal,
      now,
    })
  })
  return fail('second_factor_required', { challengeToken, methods: ['mail_code'] })
}

/** Parameters grow with the years. The one moment to follow them is when the password is there. */
async function rehash(deps: SignInDeps, person: SignInRecord, password: string): Promise<void> {
  const { passwords, database } = deps
  if (!passwords.isOutdated(person.passwordHash)) return
  const fresh = await passwords.hash(password)
  await database.transaction((tx) => replacePassword(tx, person.userId, person.passwordHash, fresh))
}

/** Of a factor, or of the password: who was meant is said where somebody is known. */
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
