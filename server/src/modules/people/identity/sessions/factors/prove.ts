import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { fail } from '../../failures.ts'
import { type MailCodeDeps, mailCode } from '../mail-codes/mail-code.ts'
import { takeMailCode } from '../mail-codes/mail-code-store.ts'
import type { Method } from '../session.ts'
import { findForSignIn } from '../session-store.ts'
import { hashOfToken } from './challenge.ts'
import {
  countRecoveryCodes,
  countWrongCode,
  findPasskey,
  findTotp,
  listPasskeys,
  markPasskeyUsed,
  takeRecoveryCode,
  takeTotpStep,
  wrongCodesMax,
} from './factor-store.ts'
import { type RelyingParty, signedCounter } from './passkey.ts'
import { hashOfRecoveryCode, totpStep } from './totp.ts'

/** The answer to a challenge: exactly one of these fields. */
export type Proof = {
  readonly totp?: string | undefined
  readonly recoveryCode?: string | undefined
  readonly passkey?: AuthenticationResponseJSON | undefined
  readonly mailCode?: string | undefined
}

export type ProveDeps = MailCodeDeps & {
  readonly database: Database
  readonly now: Clock
  readonly party: RelyingParty | undefined
}

/** What the challenge asked for. */
export type Question = {
  readonly nonce: string | undefined
  /** The person must have unlocked the passkey, not only touched it. */
  readonly mustVerify: boolean
}

/**
 * Returns how the person proved their identity, or undefined. A used proof cannot be used again, whatever the result.
 */
export async function prove(
  deps: ProveDeps,
  userId: string,
  proof: Proof,
  question: Question,
): Promise<Method | undefined> {
  const { totp, recoveryCode, passkey, mailCode: code } = proof
  if (totp !== undefined) return proveTotp(deps, userId, totp)
  if (recoveryCode !== undefined) return proveRecoveryCode(deps, userId, recoveryCode)
  if (passkey !== undefined) return provePasskey(deps, userId, passkey, question)
  return code === undefined ? undefined : proveMailCode(deps, userId, code)
}

export const placeOfTotp = (userId: string): string => `person|identity.totp_factors|${userId}`

/**
 * Right or wrong, the code changes one row under the limit of the account, so that simultaneous guesses count like
 * sequential ones.
 */
async function proveTotp(
  deps: ProveDeps,
  userId: string,
  code: string,
): Promise<Method | undefined> {
  const { database, seal } = deps
  const factor = await findTotp(database.pool, userId)
  if (!factor?.confirmedAt) return undefined
  const now = deps.now()
  const step = totpStep(seal.open(factor.secretSealed, placeOfTotp(userId)), code, now)
  return database.transaction(async (tx) => {
    if (step !== undefined && (await takeTotpStep(tx, userId, step, now))) return 'totp'
    const wrongCodes = await countWrongCode(tx, userId, now)
    if (wrongCodes === undefined) throw fail('totp_locked')
    if (wrongCodes === wrongCodesMax) await announceTotpLock(deps, tx, userId, now)
    return undefined
  })
}

/** Sends one mail for each lock, in the transaction that counted the last allowed code. Its link lets the reader in. */
async function announceTotpLock(
  deps: MailCodeDeps,
  tx: Tx,
  userId: string,
  now: Date,
): Promise<void> {
  const person = await findForSignIn(tx, { userId })
  if (!person) return
  recordAudit(tx, {
    companyId: person.companyId,
    action: 'identity.totp_locked',
    target: { type: 'person', id: userId },
    outcome: 'done',
    now,
  })
  const values = { codes: wrongCodesMax }
  await mailCode(deps, tx, person, { letter: 'totp_locked', values }, now)
}

async function proveMailCode(
  { database, now }: ProveDeps,
  userId: string,
  code: string,
): Promise<Method | undefined> {
  const hash = hashOfToken(code.trim())
  const taken = await database.transaction((tx) => takeMailCode(tx, userId, hash, now()))
  return taken ? 'mail_code' : undefined
}

async function proveRecoveryCode(
  { database, now }: ProveDeps,
  userId: string,
  code: string,
): Promise<Method | undefined> {
  const hash = hashOfRecoveryCode(userId, code)
  const taken = await database.transaction((tx) => takeRecoveryCode(tx, userId, hash, now()))
  return taken ? 'recovery_code' : undefined
}

async function provePasskey(
  deps: ProveDeps,
  userId: string,
  answer: AuthenticationResponseJSON,
  { nonce, mustVerify }: Question,
): Promise<Method | undefined> {
  const { database, now, party } = deps
  if (!party || nonce === undefined) return undefined
  const passkey = await findPasskey(database.pool, answer.id)
  if (passkey?.userId !== userId) return undefined
  const counter = await signedCounter(party, passkey, answer, nonce, mustVerify)
  if (counter === undefined) return undefined
  const grew = await database.transaction((tx) => markPasskeyUsed(tx, passkey.id, counter, now()))
  return grew ? 'passkey' : undefined
}

/** The factors that a person can use besides the password. */
export async function methodsOf(
  { database }: Pick<ProveDeps, 'database'>,
  userId: string,
): Promise<readonly Method[]> {
  const totp = await findTotp(database.pool, userId)
  const passkeys = await listPasskeys(database.pool, userId)
  const methods: Method[] = []
  if (totp?.confirmedAt) methods.push('totp')
  if (passkeys.length > 0) methods.push('passkey')
  if (methods.length === 0) return []
  const codes = await countRecoveryCodes(database.pool, userId)
  return codes > 0 ? [...methods, 'recovery_code'] : methods
}
