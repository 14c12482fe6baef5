import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Principal } from '#kernel/actor'
import { hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { auditOf } from '#testing/audit'
import { aCompany, aPerson } from '#testing/identity'
import { anIdentity, bearer } from '#testing/identity-service'
import { waitingMailTo } from '#testing/mail'
import { aPasskey } from '#testing/tools/passkey'
import type { Identity } from '../../index.ts'

const start = new Date('2026-01-02T03:04:05Z')
let now = start
const database = await useDatabase()
let identity: Identity
let addresses = 0
const companyId = await aCompany(database)

beforeEach(() => {
  now = start
  identity = anIdentity({ database, now: () => now })
})

describe('wrong codes of an authenticator app', () => {
  it('lock it at the twentieth in 24 hours, over all addresses, and its person is notified once', async () => {
    const person = await withTotp()
    const { challengeToken } = await questionFor(person)
    const refusals = await guess(person, 20)
    expect(new Set(refusals)).toEqual(new Set(['identity.second_factor_refused']))
    const right = { challengeToken, totp: person.codeNow() }
    expect(await codeOf(identity.completeSignIn(right, elsewhere()))).toBe('identity.totp_locked')
    // The lock is of the app: the same question takes a recovery code.
    const [recoveryCode] = person.recoveryCodes
    const other = identity.completeSignIn({ challengeToken, recoveryCode }, elsewhere())
    expect(await codeOf(other)).toBe('signed in')
    expect(await lockMails(person)).toHaveLength(1)
    const entries = await auditOf(database, companyId, person.me.id)
    expect(entries.filter((entry) => entry === 'identity.totp_locked')).toHaveLength(1)
  })

  it('lock it for a process that has just started, and for a step-up', async () => {
    const person = await withTotp()
    await guess(person, 20)
    identity = anIdentity({ database, now: () => now })
    const stepUp = identity.stepUp(person.me, { totp: person.codeNow() }, elsewhere())
    expect(await codeOf(stepUp)).toBe('identity.totp_locked')
    expect((await questionFor(person)).methods).toEqual(['recovery_code', 'mail_code'])
  })

  it('are counted before the comparison: of forty at once, twenty are compared', async () => {
    const person = await withTotp()
    const questions = await Promise.all(Array.from({ length: 8 }, () => questionFor(person)))
    const outcomes = await Promise.all(
      questions.flatMap(({ challengeToken }) =>
        Array.from({ length: 5 }, () =>
          codeOf(identity.completeSignIn({ challengeToken, totp: '000000' }, elsewhere())),
        ),
      ),
    )
    const refused = outcomes.filter((code) => code === 'identity.second_factor_refused')
    expect(refused).toHaveLength(20)
    expect(outcomes.filter((code) => code === 'identity.totp_locked')).toHaveLength(20)
    expect(await lockMails(person)).toHaveLength(1)
  })

  it('leave the window after 24 hours each, and a right code forgives none', async () => {
    const person = await withTotp()
    await guess(person, 19)
    const { challengeToken } = await questionFor(person)
    const right = { challengeToken, totp: person.codeNow() }
    expect(await codeOf(identity.completeSignIn(right, elsewhere()))).toBe('signed in')
    later(hoursMs(1))
    await guess(person, 1)
    expect((await questionFor(person)).methods).not.toContain('totp')
    later(hoursMs(23))
    expect((await questionFor(person)).methods).toContain('totp')
  })
})

describe('a person with a locked authenticator app', () => {
  it('signs in with a mailed code, at most three of which an hour are sent for one address', async () => {
    const person = await withTotp()
    await guess(person, 20)
    const { challengeToken } = await questionFor(person, attacker)
    const [mailCode] = await codesMailedTo(person, 'Your code to sign in')
    const answer = identity.completeSignIn({ challengeToken, mailCode }, elsewhere())
    expect(await codeOf(answer)).toBe('signed in')
    for (let attempt = 0; attempt < 4; attempt += 1) await questionFor(person, attacker)
    expect(await codesMailedTo(person, 'Your code to sign in')).toHaveLength(3)
    later(minutesMs(61))
    await questionFor(person, attacker)
    expect(await codesMailedTo(person, 'Your code to sign in')).toHaveLength(4)
  })

  it('gets a code at her own address after an attacker with her password used up his', async () => {
    const person = await withTotp()
    await guess(person, 20)
    for (let attempt = 0; attempt < 5; attempt += 1) await questionFor(person, attacker)
    const before = await codesMailedTo(person, 'Your code to sign in')
    const { challengeToken, methods } = await questionFor(person)
    expect(methods).toContain('mail_code')
    const all = await codesMailedTo(person, 'Your code to sign in')
    expect([before.length, all.length]).toEqual([3, 4])
    const mailCode = all.find((code) => !before.includes(code))
    const answer = identity.completeSignIn({ challengeToken, mailCode }, elsewhere())
    expect(await codeOf(answer)).toBe('signed in')
  })

  it('gets in with an earlier mail when many addresses used up all mails of the hour', async () => {
    const person = await withTotp()
    await guess(person, 20)
    await Promise.all(Array.from({ length: 20 }, () => questionFor(person)))
    const codes = await codesMailedTo(person, 'Your code to sign in')
    expect(codes).toHaveLength(12)
    for (const mailCode of codes) {
      const { challengeToken } = await questionFor(person)
      const answer = identity.completeSignIn({ challengeToken, mailCode }, elsewhere())
      expect(await codeOf(answer)).toBe('signed in')
    }
    const [ofLock] = await codesMailedTo(person, 'Your authenticator app is locked')
    expect(await codeOf(byMail(person, ofLock))).toBe('signed in')
    // No mail goes out and none has a code left, so the service does not ask for one.
    expect((await questionFor(person)).methods).toEqual(['recovery_code'])
  })

  it('gets mails again at once after a password change', async () => {
    const person = await withTotp()
    await guess(person, 20)
    for (let attempt = 0; attempt < 4; attempt += 1) await questionFor(person)
    const newPassword = 'a longer and better one'
    const change = { currentPassword: person.password, newPassword }
    await identity.changePassword(person.me, change, elsewhere())
    const { methods } = await questionFor({ ...person, password: newPassword })
    expect(methods).toContain('mail_code')
  })

  it('signs in with a passkey', async () => {
    const person = await withTotp()
    const passkey = aPasskey()
    const { challengeToken, options } = await identity.beginPasskey(person.me)
    const answer = passkey.create({ challenge: options.challenge })
    await identity.registerPasskey(person.me, { challengeToken, name: 'Laptop', passkey: answer })
    await guess(person, 20)
    const question = await questionFor(person)
    const shown = passkey.get({ challenge: question.passkeyOptions?.challenge ?? '' })
    const input = { challengeToken: question.challengeToken, passkey: shown }
    expect(await codeOf(identity.completeSignIn(input, elsewhere()))).toBe('signed in')
  })
})

describe('the link in the mail about a lock', () => {
  it('lets its reader in once, on any device, with the password', async () => {
    const person = await withTotp()
    await guess(person, 20)
    const [code] = await codesMailedTo(person, 'Your authenticator app is locked')
    expect(await codeOf(byMail({ ...person, password: 'a guess' }, code))).toBe(
      'identity.current_password_wrong',
    )
    const opened = async () =>
      (await auditOf(database, companyId, person.me.id)).filter((entry) =>
        entry.endsWith('_opened'),
      )
    const before = await opened()
    const { accessToken } = await byMail(person, code)
    expect(await opened()).toEqual([...before, 'identity.session_opened'])
    const { sessionId } = (await identity.authenticate(bearer(accessToken))) as Principal
    const sessions = await identity.listSessions(person.me)
    const own = sessions.find(({ id }) => id === sessionId)
    expect(own?.methods).toEqual(['password', 'mail_code'])
    expect(await codeOf(byMail(person, code))).toBe('identity.mail_code_refused')
  })

  it('is refused after an hour with words that say what to do', async () => {
    const person = await withTotp()
    await guess(person, 20)
    const [code] = await codesMailedTo(person, 'Your authenticator app is locked')
    later(minutesMs(61))
    const refusal = await byMail(person, code).catch((error) => error)
    expect(refusal).toMatchObject({ code: 'identity.mail_code_refused', status: 401 })
    expect(refusal.message).toContain('Sign in with your password')
    // The advice holds: the next sign-in mails a code that works.
    const { methods } = await questionFor(person)
    expect(methods).toContain('mail_code')
    const [fresh] = await codesMailedTo(person, 'Your code to sign in')
    expect(await codeOf(byMail(person, fresh))).toBe('signed in')
  })

  it('belongs to its person, and ends with the password that she changes', async () => {
    const [person, other] = [await withTotp(), await withTotp()]
    await guess(person, 20)
    await guess(other, 20)
    const [code] = await codesMailedTo(person, 'Your authenticator app is locked')
    const { challengeToken } = await questionFor(other)
    const foreign = identity.completeSignIn({ challengeToken, mailCode: code }, elsewhere())
    expect(await codeOf(foreign)).toBe('identity.second_factor_refused')
    const change = { currentPassword: person.password, newPassword: 'a longer and better one' }
    await identity.changePassword(person.me, change, elsewhere())
    const late = byMail({ ...person, password: change.newPassword }, code)
    expect(await codeOf(late)).toBe('identity.mail_code_refused')
  })

  it('opens one session, however often it is used at once', async () => {
    const person = await withTotp()
    await guess(person, 20)
    const [code] = await codesMailedTo(person, 'Your authenticator app is locked')
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => codeOf(byMail(person, code))),
    )
    expect(outcomes.filter((outcome) => outcome === 'signed in')).toHaveLength(1)
  })

  it('limits guesses of the password like every sign-in', async () => {
    const person = await withTotp()
    await guess(person, 20)
    const [code] = await codesMailedTo(person, 'Your authenticator app is locked')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const guessed = byMail({ ...person, password: 'a guess' }, code, attacker)
      expect(await codeOf(guessed)).toBe('identity.current_password_wrong')
    }
    expect(await codeOf(byMail(person, code, attacker))).toBe('identity.too_many_attempts')
    expect(await codeOf(byMail(person, code))).toBe('signed in')
  })
})

async function withTotp() {
  const person = await aPerson(database, { companyId })
  const { accessToken } = await identity.signIn(person)
  const me = (await identity.authenticate(bearer(accessToken))) as Principal
  const { secret } = await identity.enrolTotp(me)
  const codeNow = () => new TOTP({ secret }).generate({ timestamp: now.getTime() })
  const recoveryCodes = await identity.confirmTotp(me, codeNow())
  later(secondsMs(30))
  return { ...person, me, codeNow, recoveryCodes }
}

type Person = Awaited<ReturnType<typeof withTotp>>

async function questionFor(person: Person, from = elsewhere()) {
  const refusal = await identity.signIn(person, from).catch((error) => error)
  expect(refusal).toMatchObject({ code: 'identity.second_factor_required' })
  return refusal.details as {
    challengeToken: string
    methods: string[]
    passkeyOptions?: { challenge: string }
  }
}

const attacker = { address: '198.51.100.7' }

const byMail = ({ password }: Person, code = '', from = elsewhere()) =>
  identity.signInByMailCode({ code, password }, from)

/** The links of these mails end with their codes. */
async function codesMailedTo({ email }: Person, subject: string): Promise<string[]> {
  const mails = await waitingMailTo(database, email)
  return mails
    .filter((mail) => mail.subject === subject)
    .flatMap(({ text }) => /mailed-code#token=([\w-]{43})$/m.exec(text)?.[1] ?? [])
}

/** Wrong codes from as many addresses, four for each right password. */
async function guess(person: Person, count: number): Promise<string[]> {
  const outcomes: string[] = []
  while (outcomes.length < count) {
    const { challengeToken } = await questionFor(person)
    for (let answer = 0; answer < 4 && outcomes.length < count; answer += 1) {
      const wrong = identity.completeSignIn({ challengeToken, totp: '000000' }, elsewhere())
      outcomes.push(await codeOf(wrong))
    }
  }
  return outcomes
}

const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

/** Each guess comes from an address of its own. */
const elsewhere = () => {
  addresses += 1
  return { address: `2001:db8:${addresses.toString(16)}::/64` }
}

const codeOf = (outcome: Promise<unknown>): Promise<string> =>
  outcome.then(
    () => 'signed in',
    (error) => error.code,
  )

const lockMails = async ({ email }: Person) =>
  (await waitingMailTo(database, email)).filter(
    ({ subject }) => subject === 'Your authenticator app is locked',
  )
