import type { Actor } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import { fail } from '../../failures.ts'
import type { Method } from '../session.ts'
import { findForSignIn, markAuthenticated } from '../session-store.ts'
import { askPasskey, type Origin, type PasskeyQuestion, type SignInDeps } from '../sign-in.ts'
import { hashOfToken } from './challenge.ts'
import { markChallengeUsed, takeAttempt } from './challenge-store.ts'
import { methodsOf, type Proof, prove } from './prove.ts'

export type StepUpInput = Pick<Proof, 'totp' | 'passkey'> & {
  readonly password?: string | undefined
  /** The token of the challenge that the passkey answers. */
  readonly challengeToken?: string | undefined
}

export function beginStepUp(deps: SignInDeps, actor: Actor): Promise<PasskeyQuestion> {
  const { id: userId, sessionId } = actor
  return askPasskey(deps, 'step_up', { userId, sessionId }, actor.roles.has('operator'))
}

/** The person proves their presence. For the next minutes, this session may make sensitive changes. */
export async function stepUp(
  deps: SignInDeps,
  actor: Actor,
  input: StepUpInput,
  origin: Origin = {},
): Promise<Date> {
  const { companyId, sessionId } = actor
  if (!sessionId) throw fail('step_up_refused')
  const attempt = { account: `step-up/${actor.id}`, address: origin.address }
  const method = await deps.throttle.guard(attempt, () => methodShown(deps, actor, input))
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    if (method) await markAuthenticated(tx, companyId, sessionId, method, now)
    recordAudit(tx, {
      companyId,
      actor,
      action: method ? 'identity.step_up_done' : 'identity.step_up_refused',
      target: { type: 'session', id: sessionId },
      outcome: method ? 'done' : 'refused',
      details: method ? { method } : {},
      now,
    })
  })
  if (!method) throw fail('step_up_refused')
  deps.forget()
  return now
}

async function methodShown(
  deps: SignInDeps,
  actor: Actor,
  input: StepUpInput,
): Promise<Method | undefined> {
  if (input.password !== undefined) {
    // A person with a second factor must use it: a thief may have the password alone.
    if ((await methodsOf(deps, actor.id)).length > 0) throw fail('step_up_needs_factor')
    const known = await findForSignIn(deps.database.pool, { userId: actor.id })
    const matches = await deps.passwords.matches(input.password, known?.passwordHash)
    return matches ? 'password' : undefined
  }
  const mustVerify = actor.roles.has('operator')
  if (input.passkey === undefined) {
    return prove(deps, actor.id, { totp: input.totp }, { nonce: undefined, mustVerify })
  }
  const tokenHash = hashOfToken(input.challengeToken ?? '')
  const challenge = await takeAttempt(deps.database.pool, tokenHash, 'step_up', deps.now())
  const isOwn = challenge?.userId === actor.id && challenge.sessionId === actor.sessionId
  if (!challenge || !isOwn) return undefined
  const { passkey } = input
  const method = await prove(deps, actor.id, { passkey }, { nonce: challenge.nonce, mustVerify })
  if (!method) return undefined
  const now = deps.now()
  const isFirst = await deps.database.transaction((tx) => markChallengeUsed(tx, tokenHash, now))
  return isFirst ? method : undefined
}
