import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { Failure } from '#kernel/failure'
import { after, secondsMs } from '#kernel/time'
import { createMemoryCache } from '#platform/cache'
import { createOutbound } from '#platform/net'
import { accessSecret, anApi } from '#testing/admin'
import { tokensOf } from '#testing/admin-browser'
import { closeAtEnd } from '#testing/close-at-end'
import { aCompany, aPerson } from '#testing/identity'
import { fc } from '#testing/tools/fc'
import { createApi } from './api.ts'
import { type CheckToken, checkThroughApi, checkWithSecret, readWithSecret } from './check-token.ts'
import { forwardOver } from './forward.ts'

let now = new Date('2026-01-02T03:04:05Z')
const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'Purveyor/test' }))
const caller = { address: '127.0.0.1', requestId: 'req_test' }
const clock = () => now
const database = await useDatabase()
const companyId = await aCompany(database)
const api = closeAtEnd(await anApi({ database, now: clock }))

/** Signed again by hand, so that nothing but the altered part is wrong. */
const resigned =
  (header: Part, claims: Part, secret = accessSecret): Alteration =>
  (token) => {
    const [head = '', body = ''] = token.split('.')
    const kid = createHash('sha256').update(secret).digest('hex').slice(0, 8)
    const text = `${textOf({ ...partOf(head), kid, ...header })}.${textOf({ ...partOf(body), ...claims })}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }

const same: Alteration = (token) => token

describe('an access token, checked with the secret and by the API', () => {
  it('gives the same person or the same refusal both ways', async () => {
    /** What happens between two checks of a token: time passes, or this runtime signs it out. */
    const happenings = fc.array(
      fc.oneof(
        fc.constant('look' as const),
        fc.integer({ min: 1, max: 300 }),
        fc.constant('forget' as const),
      ),
      { minLength: 1, maxLength: 6 },
    )

    await fc.assert(
      fc.asyncProperty(alterations, happenings, async (alter, happened) => {
        now = after(now, secondsMs(3_600))
        const operator = await aPerson(database, { companyId, role: 'operator' })
        const token = (await tokensOf(api.url, operator)).accessToken
        const { local, remote } = bothWays()
        const altered = alter(token)
        for (const each of [...happened, 'look' as const]) {
          if (typeof each === 'number') now = after(now, secondsMs(each))
          else if (each === 'forget') await Promise.all([local.forget(token), remote.forget(token)])
          else expect(await outcome(local, altered)).toEqual(await outcome(remote, altered))
        }
      }),
      { numRuns: 60 },
    )
  }, 180_000)

  it('is checked without a call to the API, valid or not', async () => {
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const token = (await tokensOf(api.url, operator)).accessToken
    const { local } = bothWays()
    api.calls.length = 0
    expect(await outcome(local, token)).toMatchObject({
      id: operator.actor.id,
      roles: ['operator'],
    })
    for (const bad of [
      `${token.slice(0, -2)}AA`,
      resigned({ typ: 'rt+jwt' }, {})(token),
      resigned({}, { aud: 'another' })(token),
      resigned({}, { exp: 1 })(token),
    ]) {
      expect(await outcome(local, bad)).toMatchObject({ status: 401 })
    }
    expect(api.calls).toEqual([])
  })

  it.each([
    ['names a key that is not known here', resigned({}, {}, 'another secret of at least 32 bytes')],
    ['has no roles', resigned({}, { roles: undefined })],
    ['is no JWT', () => 'x'.repeat(43)],
  ])('is left to the API when it %s', async (_why, alter) => {
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const token = alter((await tokensOf(api.url, operator)).accessToken)
    const { local, remote } = bothWays()
    api.calls.length = 0
    const here = await outcome(local, token)
    expect(api.calls).toEqual(['GET /auth/me'])
    expect(here).toEqual(await outcome(remote, token))
  })

  it('stops working within 30 seconds of the end of its session when the API checks it', async () => {
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const token = (await tokensOf(api.url, operator)).accessToken
    const { remote } = bothWays()
    expect(await outcome(remote, token)).toMatchObject({ id: operator.actor.id })
    await fetch(`${api.url}/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    now = after(now, secondsMs(30))
    expect(await outcome(remote, token)).toMatchObject({ status: 401 })
  })

  it('stops working at once when this runtime signed it out', async () => {
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const token = (await tokensOf(api.url, operator)).accessToken
    const { local, remote } = bothWays()
    for (const check of [local, remote]) {
      await check.forget(token)
      expect(await outcome(check, token)).toMatchObject({ status: 401 })
    }
  })
})

const alterations = fc.oneof(
  { weight: 4, arbitrary: fc.constant(same) },
  { weight: 1, arbitrary: fc.constant(resigned({}, {})) },
  fc.constantFrom<Alteration>(
    resigned({ typ: 'rt+jwt' }, {}),
    resigned({ typ: 'JWT' }, {}),
    resigned({ alg: 'none' }, {}),
    resigned({ alg: 'HS512' }, {}),
    resigned({ kid: '00000000' }, {}),
    resigned({ kid: undefined }, {}),
    resigned({}, { aud: 'another' }),
    resigned({}, { iss: 'another' }),
    resigned({}, { exp: undefined }),
    resigned({}, { exp: 1 }),
    resigned({}, { sid: 'ses_another' }),
    resigned({}, { sub: 'usr_another' }),
    resigned({}, { company: 'co_another' }),
    resigned({}, {}, 'another secret of at least 32 bytes'),
    (token) => `${token.split('.').slice(0, 2).join('.')}.`,
  ),
  // One character of it is replaced.
  fc.tuple(fc.nat(400), fc.constantFrom('A', 'b', '7', '_', '.')).map(
    ([at, character]): Alteration =>
      (token) => {
        const place = at % token.length
        return token.slice(0, place) + character + token.slice(place + 1)
      },
  ),
  fc.nat(400).map(
    (at): Alteration =>
      (token) =>
        token.slice(0, at % token.length),
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map(
    (text): Alteration =>
      () =>
        text.replace(/\s/g, '') || 'x',
  ),
)

function partOf(text: string) {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Part
}

function textOf(part: Part) {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Two admin runtimes: one has the secret, one asks the API. Neither sees the other's cache. */
function bothWays() {
  const door = createApi(forwardOver(outbound, api.url))
  const asking = () => {
    const cache = createMemoryCache(clock)
    return { cache, check: checkThroughApi({ api: door, cache, now: clock }) }
  }
  const [one, other] = [asking(), asking()]
  const read = readWithSecret(accessSecret)
  const local = checkWithSecret(read, one.check, { cache: one.cache, now: clock })
  return { local, remote: other.check }
}

/** Without the fields that a token does not contain: name and e-mail address. */
async function outcome(check: CheckToken, token: string): Promise<unknown> {
  try {
    const { name: _name, email: _email, ...principal } = await check.principalOf(token, caller)
    return principal
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { status: error.status, code: error.code }
  }
}

type Part = Record<string, unknown>

type Alteration = (token: string) => string
