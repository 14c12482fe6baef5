import { fail } from '../../failures.ts'
import { openSession, type SessionTokens } from '../open-session.ts'
import { findForSignIn } from '../session-store.ts'
import {
  askPasskey,
  auditRefusal,
  type Origin,
  type PasskeyQuestion,
  type SignInDeps,
} from '../sign-in.ts'
import { hashOfToken } from './challenge.ts'
import { markChallengeUsed, takeAttempt } from './challenge-store.ts'
import { findPasskey } from './factor-store.ts'
import { type Proof, prove } from './prove.ts'

/** Starts a sign-in without a name: anybody with a passkey of this site may answer. */
export function beginPasskeySignIn(deps: SignInDeps): Promise<PasskeyQuestion> {
  return askPasskey(deps, 'passkey_sign_in', {}, true)
}

/**
 * An unlocked passkey is two factors in one: something that the person has, and something that the person knows or
 * is.
 */
export async function signInByPasskey(
  deps: SignInDeps,
  input: {
    readonly challengeToken: string
    readonly passkey: NonNullable<Proof['passkey']>
  },
  origin: Origin = {},
): Promise<SessionTokens> {
  const { challengeToken, passkey } = input
  const tokenHash = hashOfToken(challengeToken)
  const challenge = await takeAttempt(deps.database.pool, tokenHash, 'passkey_sign_in', deps.now())
  if (!challenge) throw fail('challenge_refused')
  const account = `passkey/${passkey.id}`
  const person = await deps.throttle.guard({ account, address: origin.address }, async () => {
    const known = await findPasskey(deps.database.pool, passkey.id)
    const owner = known && (await findForSignIn(deps.database.pool, known))
    if (!owner) return undefined
    const question = { nonce: challenge.nonce, mustVerify: true }
    if (await prove(deps, owner.userId, { passkey }, question)) return owner
    await auditRefusal(deps, owner, 'identity.second_factor_refused')
    return undefined
  })
  if (!person) throw fail('second_factor_refused')
  const now = deps.now()
  const isFirst = await deps.database.transaction((tx) => markChallengeUsed(tx, tokenHash, now))
  if (!isFirst) throw fail('challenge_refused')
  return openSession(deps, person, ['passkey'], now)
}
