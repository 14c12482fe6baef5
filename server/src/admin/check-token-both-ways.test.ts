import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { Failure } from '#kernel/failure'
import { after, secondsMs } from '#kernel/time'
import { createAccessVerifier } from '#modules/identity'
import { createMemoryCache } from '#platform/cache'
import { type Database, sql } from '#platform/db'
import { createOutbound } from '#platform/net'
import { type AnApi, accessSecret, anApi } from '#testing/admin'
import { tokensOf } from '#testing/admin-browser'
import { fc } from '#testing/fc'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { createApi } from './api.ts'
import { type CheckToken, checkThroughApi, checkWithSecret, type Known } from './check-token.ts'
import { forwardOver } from './forward.ts'

let now = new Date('2026-01-02T03:04:05Z')
const clock = () => now
const outbound = createOutbound({ allowPrivate: true, userAgent: 'Purveyor/test' })
const caller = { address: '127.0.0.1', requestId: 'req_test' }

let database: Database
let api: AnApi
let companyId: Awaited<ReturnType<typeof aCompany>>

beforeAll(async () => {
  database = await freshDatabase()
  companyId = await aCompany(database)
  api = await anApi({ database, now: clock })
})
afterAll(async () => {
  await api.close()
  await outbound.close()
  await database.close()
})

type Part = Record<string, unknown>
type Alteration = (token: string) => string

const partOf = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Part
const textOf = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Signed anew by hand, so that what is altered is all that is wrong with it. */
const resigned =
  (header: Part, claims: Part, secret = accessSecret): Alteration =>
  (token) => {
    const [head = '', body = ''] = token.split('.')
    const kid = createHash('sha256').update(secret).digest('hex').slice(0, 8)
    const text = `${textOf({ ...partOf(head), kid, ...header })}.${textOf({ ...partOf(body), ...claims })}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }

const same: Alteration = (token) => token

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
  // One character of it is another one.
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

/** What happens between two looks at a token. */
const happenings = fc.array(
  fc.oneof(
    fc.constant('look' as const),
    fc.integer({ min: 1, max: 300 }),
    fc.constantFrom(
      'sign out' as const,
      'lose the role' as const,
      'be disabled' as const,
      'forget' as const,
    ),
  ),
  { minLength: 1, maxLength: 6 },
)

/** As long as an answer of the API may be believed after something has changed there. */
const staleMs = secondsMs(31)

describe('an access token that is checked by the secret, and by asking the API', () => {
  it('stands for the same person or is refused in the same words, whatever it is and whatever happened', async () => {
    await fc.assert(
      fc.asyncProperty(alterations, happenings, async (alter, happened) => {
        now = after(now, secondsMs(3_600))
        const operator = await aPerson(database, { companyId, role: 'operator' })
        const token = (await tokensOf(api.url, operator)).accessToken
        const { local, remote, known } = await bothWays(token)
        const altered = alter(token)
        for (const each of [...happened, 'look' as const]) {
          if (typeof each === 'number') now = after(now, secondsMs(each))
          else if (each === 'look') {
            const [here, there] = [
              await outcome(local, altered, known),
              await outcome(remote, altered, known),
            ]
            expect(here).toEqual(there)
          } else {
            await make(each, { operator, token, local, remote })
            now = after(now, staleMs)
          }
        }
      }),
      { numRuns: 60 },
    )
  }, 180_000)

  it('is no longer good half a minute after its session has ended, in either way', async () => {
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const token = (await tokensOf(api.url, operator)).accessToken
    const { local, remote, known } = await bothWays(token)
    for (const check of [local, remote]) {
      expect(await outcome(check, token, known)).toMatchObject({ id: operator.actor.id })
    }
    await make('sign out', { operator, token, local, remote })
    now = after(now, secondsMs(30))
    for (const check of [local, remote]) {
      expect(await outcome(check, token, known)).toMatchObject({ status: 401 })
    }
  })

  it('is refused in the same words when it was signed out first and has expired since', async () => {
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const token = (await tokensOf(api.url, operator)).accessToken
    const { local, remote, known } = await bothWays(token)
    await make('forget', { operator, token, local, remote })
    now = after(now, secondsMs(900))
    expect(await outcome(local, token, known)).toEqual(await outcome(remote, token, known))
  })

  it('is refused at once where its own runtime has signed it out', async () => {
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const token = (await tokensOf(api.url, operator)).accessToken
    const { local, remote, known } = await bothWays(token)
    await make('forget', { operator, token, local, remote })
    for (const check of [local, remote]) {
      expect(await outcome(check, token, known)).toMatchObject({ status: 401 })
    }
  })
})

/** Two admin runtimes: one has the secret, one asks. Neither knows what the other remembers. */
async function bothWays(token: string) {
  const door = createApi(forwardOver(outbound, api.url))
  const asking = () => {
    const cache = createMemoryCache(clock)
    return { cache, check: checkThroughApi({ api: door, cache, now: clock }) }
  }
  const [one, other] = [asking(), asking()]
  const verify = createAccessVerifier(accessSecret)
  const local = checkWithSecret(verify, one.check, { cache: one.cache, now: clock })
  const principal = await door.principalOf(token, caller)
  const known: Known = { principal, at: now.getTime() }
  return { local, remote: other.check, known }
}

async function outcome(check: CheckToken, token: string, known: Known): Promise<unknown> {
  try {
    return await check.principalOf(token, caller, known)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { status: error.status, code: error.code }
  }
}

type Scene = {
  readonly operator: APerson
  readonly token: string
  readonly local: CheckToken
  readonly remote: CheckToken
}

async function make(
  what: 'sign out' | 'lose the role' | 'be disabled' | 'forget',
  { operator, token, local, remote }: Scene,
): Promise<void> {
  const { id } = operator.actor
  if (what === 'sign out') {
    await fetch(`${api.url}/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
  } else if (what === 'lose the role') {
    await sql`update identity.memberships set roles = array['buyer']
      where company_id = ${companyId} and user_id = ${id}`.execute(database.pool)
  } else if (what === 'be disabled') {
    await sql`update identity.users set state = 'DISABLED' where id = ${id}`.execute(database.pool)
  } else {
    await Promise.all([local.forget(token), remote.forget(token)])
  }
}
