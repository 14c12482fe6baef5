import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Principal } from '#kernel/actor'
import { hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { auditOf } from '#testing/audit'
import { aCompany, aPerson } from '#testing/identity'
import { anIdentity, bearer } from '#testing/identity-service'
import { waitingMailTo } from '#testing/mail'
import { aPasskey } from '#testing/passkey'
import type { Identity } from '../index.ts'

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
  it('signs in with a mailed code, at most three of which are sent in an hour', async () => {
    const person = await withTotp()
    await guess(person, 20)
    const first = await questionFor(person)
    const sent = await waitingMailTo(database, person.email)
    const mail = sent.find(({ subject }) => subject === 'Your code to sign in')
    const mailCode = /^[\w-]{43}$/m.exec(mail?.text ?? '')?.[0]
    const { challengeToken } = first
    expect(await codeOf(identity.completeSignIn({ challengeToken, mailCode }, elsewhere()))).toBe(
      'signed in',
    )
    await questionFor(person)
    expect((await questionFor(person)).methods).toEqual(['recovery_code', 'mail_code'])
    expect((await questionFor(person)).methods).toEqual(['recovery_code'])
    later(minutesMs(61))
    expect((await questionFor(person)).methods).toContain('mail_code')
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

async function questionFor(person: Person) {
  const refusal = await identity.signIn(person, elsewhere()).catch((error) => error)
  expect(refusal).toMatchObject({ code: 'identity.second_factor_required' })
  return refusal.details as {
    challengeToken: string
    methods: string[]
    passkeyOptions?: { challenge: string }
  }
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
