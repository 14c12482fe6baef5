import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { readerLocale } from '#kernel/locale'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import { writeLetter } from '#platform/texts'
import { fail } from '../../failures.ts'
import { writeMail } from '../../mails.ts'
import type { PasswordDeps } from '../passwords/change-password.ts'
import type { Method } from '../session.ts'
import { markAuthenticated } from '../session-store.ts'
import { type Origin, openChallenge } from '../sign-in.ts'
import { hashOfToken } from './challenge.ts'
import { markChallengeUsed, takeAttempt } from './challenge-store.ts'
import {
  countRecoveryCodes,
  deletePasskey,
  deleteTotp,
  findTotp,
  insertPasskey,
  listPasskeys,
  markTotpConfirmed,
  type Passkey,
  passkeysMax,
  putUnconfirmedTotp,
  replaceRecoveryCodes,
  takeTotpStep,
} from './factor-store.ts'
import { type CreationOptions, creationOptions, registeredCredential } from './passkey.ts'
import { methodsOf, placeOfTotp } from './prove.ts'
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, totpStep, totpUri } from './totp.ts'

export type Factors = {
  readonly totpConfirmedAt: Date | undefined
  readonly recoveryCodesLeft: number
  readonly passkeys: readonly Passkey[]
}

export async function factorsOf({ database }: PasswordDeps, actor: Actor): Promise<Factors> {
  const { pool } = database
  return {
    totpConfirmedAt: (await findTotp(pool, actor.id))?.confirmedAt,
    recoveryCodesLeft: await countRecoveryCodes(pool, actor.id),
    passkeys: await listPasskeys(pool, actor.id),
  }
}

/**
 * Only this answer contains the secret: the stored one is sealed. The app counts once a first code has confirmed it.
 */
export async function enrolTotp(
  deps: PasswordDeps,
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret()
  const sealed = deps.seal.seal(secret, placeOfTotp(actor.id))
  const isNew = await deps.database.transaction((tx) =>
    putUnconfirmedTotp(tx, actor.id, sealed, deps.now()),
  )
  if (!isNew) throw fail('totp_already_confirmed')
  return { secret, uri: totpUri(secret, actor.email ?? actor.id) }
}

/** Confirms the app with its first code. Returns recovery codes if the person has none yet. */
export async function confirmTotp(
  deps: PasswordDeps,
  actor: Actor,
  code: string,
  origin: Origin = {},
): Promise<readonly string[]> {
  const factor = await findTotp(deps.database.pool, actor.id)
  if (!factor || factor.confirmedAt) throw fail('totp_not_begun')
  const attempt = { account: `factor/${actor.id}`, address: origin.address }
  const step = await deps.throttle.guard(attempt, async () =>
    totpStep(deps.seal.open(factor.secretSealed, placeOfTotp(actor.id)), code, deps.now()),
  )
  if (step === undefined) throw fail('totp_code_wrong')
  return deps.database.transaction(async (tx) => {
    const now = deps.now()
    const isFirst = await markTotpConfirmed(tx, actor.id, now)
    if (!isFirst || !(await takeTotpStep(tx, actor.id, step, now))) throw fail('totp_not_begun')
    return afterFactorAdded(deps, tx, actor, 'totp', now)
  })
}

export async function disableTotp(deps: PasswordDeps, actor: Actor): Promise<void> {
  await removeFactor(deps, actor, 'identity.totp_disabled', (tx) => deleteTotp(tx, actor.id))
}

/** Creates a new set of ten. The former codes become invalid. */
export async function renewRecoveryCodes(
  deps: PasswordDeps,
  actor: Actor,
): Promise<readonly string[]> {
  if ((await methodsOf(deps, actor.id)).length === 0) throw fail('no_second_factor')
  return deps.database.transaction(async (tx) => {
    const now = deps.now()
    const codes = await issueRecoveryCodes(tx, actor.id, now)
    auditFactor(tx, actor, 'identity.recovery_codes_renewed', now)
    return codes
  })
}

export async function beginPasskey(
  deps: PasswordDeps,
  actor: Actor,
): Promise<{ challengeToken: string; options: CreationOptions }> {
  if (!deps.party) throw fail('passkeys_unavailable')
  const known = await listPasskeys(deps.database.pool, actor.id)
  if (known.length >= passkeysMax) throw fail('too_many_passkeys', { max: passkeysMax })
  const { id: userId, email = userId, name = email, sessionId } = actor
  const mustVerify = actor.roles.has('operator')
  const options = await creationOptions(deps.party, { userId, email, name }, known, mustVerify)
  const fields = { userId, sessionId, nonce: options.challenge }
  return { challengeToken: await openChallenge(deps, 'passkey_registration', fields), options }
}

export async function registerPasskey(
  deps: PasswordDeps,
  actor: Actor,
  input: {
    readonly challengeToken: string
    readonly name: string
    readonly passkey: RegistrationResponseJSON
  },
): Promise<{ passkey: Passkey; recoveryCodes: readonly string[] }> {
  if (!deps.party) throw fail('passkeys_unavailable')
  const now = deps.now()
  const tokenHash = hashOfToken(input.challengeToken)
  const { pool } = deps.database
  const challenge = await takeAttempt(pool, tokenHash, 'passkey_registration', now)
  const isOwn = challenge?.userId === actor.id && challenge.sessionId === actor.sessionId
  if (!challenge?.nonce || !isOwn) throw fail('challenge_refused')
  const mustVerify = actor.roles.has('operator')
  const credential = await registeredCredential(
    deps.party,
    input.passkey,
    challenge.nonce,
    mustVerify,
  )
  if (!credential) throw fail('passkey_refused')
  const passkey: Passkey = {
    ...credential,
    id: newId('pky', now),
    userId: actor.id,
    name: input.name,
    createdAt: now,
    lastUsedAt: undefined,
  }
  return deps.database.transaction(async (tx) => {
    if (!(await markChallengeUsed(tx, tokenHash, now))) throw fail('challenge_refused')
    if (!(await insertPasskey(tx, passkey))) throw fail('passkey_refused')
    return { passkey, recoveryCodes: await afterFactorAdded(deps, tx, actor, 'passkey', now) }
  })
}

export async function removePasskey(
  deps: PasswordDeps,
  actor: Actor,
  passkeyId: string,
): Promise<void> {
  await removeFactor(deps, actor, 'identity.passkey_removed', (tx) =>
    deletePasskey(tx, actor.id, passkeyId),
  )
}

/** Recovery codes are shown once, with the first factor. */
async function afterFactorAdded(
  deps: PasswordDeps,
  tx: Tx,
  actor: Actor,
  method: Method & ('totp' | 'passkey'),
  now: Date,
): Promise<readonly string[]> {
  const { companyId, sessionId } = actor
  const codesLeft = await countRecoveryCodes(tx, actor.id)
  const codes = codesLeft > 0 ? [] : await issueRecoveryCodes(tx, actor.id, now)
  if (sessionId) await markAuthenticated(tx, companyId, sessionId, method, now)
  await deps.changed.announce(tx, { userId: actor.id, exceptSessionId: sessionId, now })
  const action = method === 'totp' ? 'identity.totp_enrolled' : 'identity.passkey_registered'
  auditFactor(tx, actor, action, now)
  mailChange(tx, actor, 'factor_added', now)
  return codes
}

/** The recovery codes are deleted with the last factor: they replace a factor. */
async function removeFactor(
  deps: PasswordDeps,
  actor: Actor,
  action: 'identity.totp_disabled' | 'identity.passkey_removed',
  remove: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    if (!(await remove(tx))) throw fail('factor_not_found')
    const hasTotp = (await findTotp(tx, actor.id))?.confirmedAt !== undefined
    const hasPasskey = (await listPasskeys(tx, actor.id)).length > 0
    if (!hasTotp && !hasPasskey) await replaceRecoveryCodes(tx, actor.id, [], now)
    await deps.changed.announce(tx, { userId: actor.id, exceptSessionId: actor.sessionId, now })
    auditFactor(tx, actor, action, now)
    mailChange(tx, actor, 'factor_removed', now)
  })
}

async function issueRecoveryCodes(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashOfRecoveryCode(userId, code))
  await replaceRecoveryCodes(tx, userId, hashes, now)
  return codes
}

function auditFactor(tx: Tx, actor: Actor, action: `identity.${string}`, now: Date): void {
  const { companyId, id } = actor
  const target = { type: 'person', id }
  recordAudit(tx, { companyId, actor, action, target, outcome: 'done', now })
}

function mailChange(
  tx: Tx,
  actor: Actor,
  change: 'factor_added' | 'factor_removed',
  now: Date,
): void {
  const { id, email, locale, companyLocale } = actor
  if (!email) return
  enqueueMail(tx, {
    to: email,
    ...writeLetter(writeMail, readerLocale(locale, companyLocale), change),
    dedupeKey: `identity/factors/${id}/${now.getTime()}`,
    now,
  })
}
