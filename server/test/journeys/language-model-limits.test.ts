import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { apiErrorOf, OpenAI } from '#testing/llm-clients'
import type { Client } from './client.ts'
import { operations } from './operations.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const lines: string[] = []
/** Without the key of provider B, which nothing else in the environment replaces, and with prompts that are stored. */
const closed = await useWorld({
  settings: {
    LLM_PROVIDER_B_API_KEY: '',
    OPENAI_API_KEY: 'a decoy',
    ANTHROPIC_API_KEY: 'a decoy',
    LLM_STORE_PROMPTS: 'all',
    LLM_FIRST_BYTE_TIMEOUT_MS: '300',
  },
  lines,
})
const world = await useWorld()
const operator = await world.operator()
const { database } = world.parts.platform
const path = '/api/v1/llm/chat/completions'
const hello = {
  model: 'gpt-5-2026-08-07',
  messages: [{ role: 'user', content: 'Hello' }],
  max_tokens: 20,
}

describe('a daily limit', () => {
  it('lets exactly 137 of 1,000 parallel calls pass', async () => {
    const { buyer, companyId } = await world.company()
    const waiting = { ...hello, messages: [{ role: 'user', content: 'Hello [[hold]]' }] }
    // What one call reserves. It is released without a charge, so the limit is for whole calls.
    const each = await reservedBy(companyId, buyer, waiting)
    await setLimit({
      companyId,
      dailyTokens: (await usedTokensOf(companyId)) + 137 * each + each - 1,
    })

    const statuses: number[] = []
    const calls = Array.from({ length: 1_000 }, async () => {
      const { status } = await buyer.post(path, waiting)
      statuses.push(status)
    })
    // Nothing is settled before everybody has been let in or refused.
    await expect.poll(() => statuses.length, { timeout: 60_000 }).toBe(863)
    expect(new Set(statuses)).toEqual(new Set([429]))
    await expect.poll(countHeldCalls, { timeout: 60_000 }).toBe(137)
    await release()
    await Promise.all(calls)

    expect(statuses.filter((status) => status === 200)).toHaveLength(137)
    expect(await reservedTokensOf(companyId)).toBe(0)
  }, 120_000)

  it('of 0 blocks, tells when it begins anew, and tells the client not to retry', async () => {
    const { companyId, buyer } = await world.company()
    await setLimit({ companyId, dailyTokens: 0 })
    const error = await refusalOf(buyer)
    expect(error).toMatchObject({
      status: 429,
      code: 'llm.daily_limit_exceeded',
      type: 'insufficient_quota',
    })
    expect(error.error).toMatchObject({ details: { of: 'company', provider: 'A', model: 'gpt-5' } })
    const { resetAt } = (error.error as { details: { resetAt: string } }).details
    expect(resetAt).toMatch(/T00:00:00\.000Z$/)
    expect(Number(error.headers?.get('retry-after'))).toBeGreaterThan(0)
    expect(error.headers?.get('x-should-retry')).toBe('false')

    // Another family, and another company, go on.
    expect((await buyer.post(path, { ...hello, model: 'claude-sonnet-5-latest' })).status).toBe(200)
    await setLimit({ companyId, dailyTokens: null })
    expect((await buyer.post(path, hello)).status).toBe(200)
    await setLimit({ companyId, dailyTokens: 'default' })
    expect((await buyer.post(path, hello)).status).toBe(200)
    expect((await operator.get(`/api/v1/llm/limits?companyId=${companyId}`)).body.data).toEqual([])
  })

  it('of one person leaves the others alone', async () => {
    const { companyId, buyer, approver } = await world.company()
    const { id } = (await buyer.get('/api/v1/me')).body.data.person
    await setLimit({ companyId, userId: id, dailyTokens: 1 })
    expect((await refusalOf(buyer)).error).toMatchObject({ details: { of: 'user' } })
    expect((await approver.post(path, hello)).status).toBe(200)
    const { data } = (await operator.get(`/api/v1/llm/limits?companyId=${companyId}`)).body
    expect(data).toMatchObject([
      { companyId, userId: id, provider: 'A', model: 'gpt-5', dailyTokens: 1 },
    ])
  })

  it('is for a company and a family that exist, and set by operators alone', async () => {
    const { companyId, admin } = await world.company()
    const limit = { companyId, provider: 'A', model: 'gpt-5', dailyTokens: 1 }
    const put = (client: Client, change: object) =>
      client.put('/api/v1/llm/limits', { ...limit, ...change })
    expect((await put(operator, { companyId: 'co_none' })).body.meta.code).toBe(
      'llm.company_unknown',
    )
    const stranger = (await (await world.company()).buyer.get('/api/v1/me')).body.data.person.id
    expect((await put(operator, { userId: stranger })).body.meta.code).toBe('llm.person_unknown')
    expect((await put(operator, { model: 'gpt' })).body.meta.code).toBe('llm.family_unknown')
    expect((await put(operator, { provider: 'B' })).body.meta.code).toBe('llm.family_unknown')
    expect((await put(operator, { dailyTokens: -1 })).status).toBe(400)
    expect((await put(admin, {})).status).toBe(403)
  })
})

describe('the gateway stays closed', () => {
  it.each([
    ['a family that is priced and not approved', 'gpt-closed-0613'],
    ['a model that is in no family', 'llama-4'],
    [
      'a model that could be dearer than the family that its name begins with',
      'gpt-5-evil-expensive',
    ],
  ])('for %s', async (_what, model) => {
    const { buyer } = await world.company()
    const error = await refusalOf(buyer, model)
    expect(error).toMatchObject({ status: 422, code: 'llm.model_not_allowed', param: 'model' })
  })

  it('for what the provider of a model cannot honour', async () => {
    const { buyer } = await world.company()
    const { status, body } = await buyer.post(path, {
      ...hello,
      model: 'claude-sonnet-5-latest',
      seed: 1,
    })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'llm.request_unsupported', param: 'seed' })
  })

  it('for keys and apps, which spend nobody’s tokens', async () => {
    const { integration } = await world.company()
    const { status, body } = await integration.post(path, hello)
    expect(status).toBe(403)
    expect(body.error).toMatchObject({ code: 'identity.access_denied', type: 'permission_error' })
  })

  const text = { role: 'user', content: 'x' }
  const aTool = (parameters: unknown) => ({
    tools: [{ type: 'function', function: { name: 'order', parameters } }],
  })
  it.each([
    ['a negative maximum', { max_tokens: -1 }, 'max_tokens'],
    ['a prompt of 5 MB', { messages: [{ ...text, content: 'x'.repeat(5_000_000) }] }, 'messages'],
    ['an unknown role', { messages: [{ ...text, role: 'nobody' }] }, 'messages'],
    ['no message', { messages: [] }, 'messages'],
    ['a tool whose schema is none', aTool('a text'), 'tools'],
    ['a tool without a name', { tools: [{ type: 'function', function: {} }] }, 'tools'],
    ['an unknown parameter', { surprise: 1 }, 'surprise'],
    ['a wish to store', { store: true }, 'store'],
  ])('for %s', async (_what, change, place) => {
    const { companyId, buyer } = await world.company()
    const { status, body } = await buyer.post(path, { ...hello, ...change })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'platform.request_invalid',
      param: expect.stringContaining(place),
    })
    expect(await usedTokensOf(companyId)).toBe(0)
  })

  it('for a request that is too large', async () => {
    const { buyer } = await world.company()
    const messages = Array.from({ length: 4 }, () => ({ ...text, content: 'x'.repeat(3_000_000) }))
    const { status, body } = await buyer.post(path, { ...hello, messages })
    expect(status).toBe(413)
    expect(body.error).toMatchObject({ type: 'invalid_request_error' })
  })

  it('for two answers in a stream of B, which has one', async () => {
    const { buyer } = await world.company()
    const two = { ...hello, model: 'claude-sonnet-5-latest', stream: true, n: 2 }
    const { status, body } = await buyer.post(path, two)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'llm.request_unsupported', param: 'n' })
  })

  it('while tokens cannot be counted', async () => {
    const { pool } = closed.parts.platform.database
    const { buyer } = await closed.company()
    await fetch(`${closed.sandboxUrl}/llm/test/state`, { method: 'DELETE' })
    await sql`/* across companies: test */ alter table llm.counters rename to counters_away`.execute(
      pool,
    )
    const { status, body } = await buyer.post(path, hello)
    await sql`/* across companies: test */ alter table llm.counters_away rename to counters`.execute(
      pool,
    )
    expect(status).toBe(503)
    expect(body.error).toMatchObject({ code: 'llm.accounting_unavailable', type: 'server_error' })
    const state = await fetch(`${closed.sandboxUrl}/llm/test/state`)
    expect(await state.json()).toMatchObject({ requests: [] })
  })

  it('in the shape of OpenAI for a malformed request and without a token', async () => {
    const { buyer } = await world.company()
    const wrong = await buyer.post(path, { ...hello, messages: [{ role: 'nobody', content: 'x' }] })
    expect(wrong.status).toBe(400)
    expect(wrong.body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'platform.request_invalid',
    })
    const nobody = await world.anybody.post(path, hello)
    expect(nobody.status).toBe(401)
    expect(nobody.body.error).toMatchObject({ code: 'identity.credentials_required' })
  })
})

describe('without the key of a provider', () => {
  it('its families are closed, and the other key is used for nothing of it', async () => {
    const { buyer } = await closed.company()
    const { status, body } = await buyer.post(path, { ...hello, model: 'claude-sonnet-5' })
    expect(status).toBe(503)
    expect(body.error).toMatchObject({ code: 'llm.provider_not_configured' })
    expect((await buyer.post(path, hello)).status).toBe(200)
    const { data } = (await buyer.get('/api/v1/llm/models')).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['gpt-5', 'gpt-mistake'])

    await expect
      .poll(async () => operations(await closed.operator()))
      .toMatchObject({
        llm: {
          metrics: { providerAConfigured: true, providerBConfigured: false },
          problems: [{ code: 'llm.provider-not-configured' }],
        },
      })
  })
})

describe('the usage', () => {
  it('is seen by a person, a company and operators, each their own, as JSON and as a table', async () => {
    const ours = await world.company()
    await askBoth(ours)
    const of = async (client: Client, query = '') =>
      (await client.get(`/api/v1/llm/usage?groupBy=model${query}`)).body.data as { key: string }[]

    expect((await of(ours.buyer)).map(({ key }) => key)).toEqual(['A/gpt-5-2026-08-07'])
    const all = await of(ours.admin)
    expect(all.map(({ key }) => key)).toEqual(['A/gpt-5-2026-08-07', 'B/claude-sonnet-5'])
    expect(all[0]).toMatchObject({
      reported: { requests: 1, costNano: expect.stringMatching(/^[1-9][0-9]*$/) },
      estimated: { requests: 0, costNano: '0' },
    })
    expect(all[1]).toMatchObject({
      reported: { requests: 0, costNano: '0' },
      estimated: { requests: 1, costNano: expect.stringMatching(/^[1-9][0-9]*$/) },
    })
    expect(await of(operator, `&companyId=${ours.companyId}`)).toEqual(all)
    const theirs = await world.company()
    expect(await of(theirs.admin, `&companyId=${ours.companyId}`)).toEqual([])

    const days = (await ours.admin.get('/api/v1/llm/usage')).body.data
    expect(days).toMatchObject([{ key: new Date().toISOString().slice(0, 10) }])
    const people = (await ours.admin.get('/api/v1/llm/usage?groupBy=user&limit=1')).body
    expect(people.data).toHaveLength(1)
    const next = `/api/v1/llm/usage?groupBy=user&limit=1&cursor=${people.meta.nextCursor}`
    expect((await ours.admin.get(next)).body.data).toHaveLength(1)

    const table = await fetch(`${world.baseUrl}/api/v1/llm/usage?groupBy=provider&format=csv`, {
      headers: ours.admin.headers,
    })
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, ...lines] = (await table.text()).trim().split('\r\n')
    expect(head).toContain('"reportedCostNano"')
    expect(lines.map((line) => line.split(',')[0])).toEqual(['"A"', '"B"'])
  })

  it.each(['from=2026-05-01&to=2026-04-30', 'from=2026-01-01&to=2026-12-31'])(
    'of %s is refused',
    async (range) => {
      const { buyer } = await world.company()
      const { body } = await buyer.get(`/api/v1/llm/usage?${range}`)
      expect(body.meta.code).toBe('llm.usage_range_invalid')
    },
  )
})

describe('a prompt', () => {
  it('is stored for a company that the setting names, sealed, and for no other; and never logged', async () => {
    const ours = await closed.company()
    const secret = 'the canary sings at midnight'
    const stored = { ...hello, messages: [{ role: 'user', content: secret }] }
    expect((await ours.buyer.post(path, stored)).status).toBe(200)
    await ours.buyer.post(path, {
      ...stored,
      messages: [{ role: 'user', content: `${secret} [[error 400]]` }],
    })
    await expect.poll(() => promptsOf(closed.parts.platform.database, ours)).toHaveLength(1)
    const [sealed] = await promptsOf(closed.parts.platform.database, ours)
    expect(sealed).not.toContain('canary')
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes('canary'))).toEqual([])

    const other = await world.company()
    await other.buyer.post(path, stored)
    expect(await promptsOf(database, other)).toEqual([])
  })
})

describe('a stream that does not begin', () => {
  it('ends in time, and is charged for its prompt', async () => {
    const { buyer, companyId } = await closed.company()
    const silent = {
      ...hello,
      stream: true,
      messages: [{ role: 'user', content: 'Hello [[silent]]' }],
    }
    const { status, body } = await buyer.post(path, silent)
    expect(status).toBe(504)
    expect(body.error).toMatchObject({ code: 'llm.provider_timeout' })
    const { rows } = await sql`
      select state, outcome, usage_source, output::integer from llm.attempts where company_id = ${companyId}
    `.execute(closed.parts.platform.database.pool)
    expect(rows).toEqual([
      { state: 'SETTLED', outcome: 'timeout', usage_source: 'estimated', output: 0 },
    ])
  })
})

describe('a model without a price', () => {
  it('raises a notice when a model has the price 0 and is not declared free', async () => {
    const { buyer } = await world.company()
    expect((await buyer.post(path, { ...hello, model: 'gpt-mistake-0613' })).status).toBe(200)
    const { rows } = await sql<{ key: string }>`select key from incidents.incidents`.execute(
      database.pool,
    )
    expect(rows.map(({ key }) => key)).toContain('llm-gateway.pricing.zero-cost.A.gpt-mistake-0613')
  })
})

async function setLimit(limit: {
  companyId: string
  userId?: string
  dailyTokens: number | null | 'default'
}) {
  const { status } = await operator.put('/api/v1/llm/limits', {
    provider: 'A',
    model: 'gpt-5',
    ...limit,
  })
  expect(status).toBe(200)
}

function refusalOf({ headers }: Client, model = 'gpt-5-2026-08-07') {
  const apiKey = (headers.authorization ?? '').replace('Bearer ', '')
  const ai = new OpenAI({ baseURL: `${world.baseUrl}/api/v1/llm`, apiKey })
  const messages = [{ role: 'user', content: 'Hello' }]
  return apiErrorOf(ai.chat.completions.create({ model, messages }))
}

async function askBoth({ buyer, approver }: CompanyOfWorld): Promise<void> {
  expect((await buyer.post(path, hello)).status).toBe(200)
  const uncounted = {
    ...hello,
    model: 'claude-sonnet-5',
    messages: [{ role: 'user', content: 'Hi [[no-usage]]' }],
  }
  expect((await approver.post(path, uncounted)).status).toBe(200)
}

/** How many tokens a request reserves while it waits. It ends as a call of a client that waits. */
async function reservedBy(companyId: string, client: Client, body: object): Promise<number> {
  const waiting = client.post(path, body)
  await expect.poll(() => reservedTokensOf(companyId)).toBeGreaterThan(0)
  const tokens = await reservedTokensOf(companyId)
  await expect.poll(countHeldCalls).toBe(1)
  await release()
  expect((await waiting).status).toBe(200)
  return tokens
}

async function countHeldCalls(): Promise<number> {
  const response = await fetch(`${world.sandboxUrl}/llm/test/state`)
  return ((await response.json()) as { held: number }).held
}

const release = () => fetch(`${world.sandboxUrl}/llm/test/release`, { method: 'POST' })
const reservedTokensOf = (companyId: string) => countedTokensOf(companyId, 'reserved')
const usedTokensOf = (companyId: string) => countedTokensOf(companyId, 'used')

/** Of the company's total. */
async function countedTokensOf(companyId: string, column: 'used' | 'reserved'): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(${sql.ref(column)}), 0)::integer as sum from llm.counters
    where company_id = ${companyId} and user_id = ''
  `.execute(database.pool)
  return rows[0]?.sum ?? 0
}

async function promptsOf(of: typeof database, { companyId }: CompanyOfWorld): Promise<string[]> {
  const { rows } = await sql<{ sealed: string }>`
    select sealed from llm.prompts where company_id = ${companyId}
  `.execute(of.pool)
  return rows.map(({ sealed }) => sealed)
}
