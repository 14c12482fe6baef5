import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { type Client, createClient } from './client.ts'
import { claimsOf, type Forgery, forge } from './forged-tokens.ts'
import { accessSecret, useWorld } from './world.ts'

const world = await useWorld()
const { companyId, buyer } = await world.company()
const userId = (await buyer.get('/api/v1/me')).body.data.person.id as string
const { llm } = world.parts.modules
const path = '/api/v1/llm/chat/completions'
const question = {
  model: 'gpt-5-2026-08-07',
  messages: [{ role: 'user', content: 'Twelve boxes of gloves' }],
  max_tokens: 100,
}
/** Written here a second time: who has the secret of access tokens alone signs with another key. */
const secret = createHmac('sha256', accessSecret).update('purveyor/companions').digest('base64url')
const past = Math.floor(Date.now() / 1_000) - 60

describe('the token of a companion', () => {
  it('asks a model for a person and a company, which are charged', async () => {
    const answer = await clientOf(await tokenFor(10_000)).post(path, question)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      choices: [{ message: { content: 'You said: Twelve boxes of gloves' } }],
    })
    expect(await attempts()).toEqual([{ user_id: userId, state: 'SETTLED' }])
  })

  it('lives for two minutes, has the audience llm, and names the company and its limit', async () => {
    const { aud, exp, iat, company, tokens, sub } = claimsOf(await tokenFor(321))
    expect({ aud, company, tokens, sub }).toEqual({
      aud: 'llm',
      company: companyId,
      tokens: 321,
      sub: userId,
    })
    expect(Number(exp) - Number(iat)).toBe(120)
  })

  it.each<[string, Forgery, string]>([
    ['that has expired', { secret, claims: { exp: past } }, 'credentials_expired'],
    ['of another audience', { secret, claims: { aud: 'purveyor-api' } }, 'credentials_invalid'],
    ['without an audience', { secret, claims: { aud: undefined } }, 'credentials_invalid'],
    ['without a limit', { secret, claims: { tokens: undefined } }, 'credentials_invalid'],
    ['whose limit is a text', { secret, claims: { tokens: '9' } }, 'credentials_invalid'],
    ['without an id', { secret, claims: { jti: undefined } }, 'credentials_invalid'],
    ['of another issuer', { secret, claims: { iss: 'elsewhere' } }, 'credentials_invalid'],
    [
      'that says it is an access token',
      { secret, header: { typ: 'at+jwt' } },
      'credentials_invalid',
    ],
    ['signed with the secret of access tokens', {}, 'credentials_invalid'],
    ['that is not signed', { secret, unsigned: true }, 'credentials_invalid'],
    [
      'signed with another algorithm',
      { secret, header: { alg: 'HS512' }, hash: 'sha512' },
      'credentials_invalid',
    ],
  ])('%s is refused', async (_what, forgery, code) => {
    const token = forge(await tokenFor(10_000), accessSecret, forgery)
    const { status, body } = await clientOf(token).post(path, question)
    expect({ status, ...body }).toMatchObject({ status: 401, error: { code: `identity.${code}` } })
  })

  it('of a person, dressed up as that of a companion, is refused', async () => {
    const access = (buyer.headers.authorization ?? '').replace('Bearer ', '')
    for (const forgery of [
      { header: { typ: 'companion+jwt' } },
      { secret, header: { typ: 'companion+jwt' } },
    ]) {
      const { status } = await clientOf(forge(access, accessSecret, forgery)).post(path, question)
      expect(status).toBe(401)
    }
  })

  it.each(['/api/v1/llm/models', '/api/v1/llm/usage', '/api/v1/me', '/auth/me', '/api/v1/orders'])(
    'is refused by GET %s',
    async (url) => {
      expect((await clientOf(await tokenFor(10_000)).get(url)).status).toBe(403)
    },
  )

  it('lets all its calls together reserve what it allows, however many come at once', async () => {
    const each = 100 + 60
    const client = clientOf(await tokenFor(3 * each))
    const before = (await attempts()).length
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(path, question)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = answers.find(({ status }) => status === 403)
    expect(refused?.body.error).toMatchObject({ code: 'llm.allowance_exceeded' })
    expect(await attempts()).toHaveLength(before + 3)
    expect(await reservedTokens()).toBe(0)
  })

  it('that the daily limit refuses keeps what it allows', async () => {
    const theirs = await world.company()
    const operator = await world.operator()
    const limit = { companyId: theirs.companyId, provider: 'A', model: 'gpt-5' }
    await operator.put('/api/v1/llm/limits', { ...limit, dailyTokens: 0 })
    const token = await llm.companionToken({ companyId: theirs.companyId, userId, tokens: 200 })
    const { status, body } = await clientOf(token).post(path, question)
    expect({ status, ...body }).toMatchObject({
      status: 429,
      error: { code: 'llm.daily_limit_exceeded' },
    })
    await operator.put('/api/v1/llm/limits', { ...limit, dailyTokens: 1_000 })
    expect((await clientOf(token).post(path, question)).status).toBe(200)
  })
})

const tokenFor = (tokens: number) => llm.companionToken({ companyId, userId, tokens })

const clientOf = (bearer: string): Client => createClient(world.baseUrl, { bearer })

async function attempts() {
  const { rows } = await sql<{ user_id: string; state: string }>`
    select user_id, state from llm.attempts where company_id = ${companyId}
  `.execute(world.parts.platform.database.pool)
  return rows
}

async function reservedTokens(): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select sum(reserved)::integer as sum from llm.counters where company_id = ${companyId}
  `.execute(world.parts.platform.database.pool)
  return rows[0]?.sum ?? 0
}
