import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { closeAtEnd } from '#testing/close-at-end'
import { startAgent } from '../../src/agent/start-agent.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { companyId, buyer } = await world.company()
const userId = (await buyer.get('/api/v1/me')).body.data.person.id as string
const { llm } = world.parts.modules
const options = { host: '127.0.0.1', port: 0, version: 'test', gatewayUrl: world.baseUrl }
const agent = await startAgent({ ...options, limits: { modelMsMax: 30_000 } })
closeAtEnd(agent)

/** The model of the sandbox fills each text of a schema with `text`, so that is what it quotes, and from that message. */
const said = '5 text markers to Graz by 5 May 2026'

describe('the companion, through the gateway of the service', () => {
  it('asks with its token of two minutes, and the company is charged', async () => {
    const { brief, degraded } = await extract(said)
    expect(degraded).toBeUndefined()
    expect(brief.items).toMatchObject([
      { what: { value: 'text', method: 'llm' }, quantity: { value: '5', method: 'rule' } },
    ])
    expect(await attempts()).toEqual([{ user_id: userId, state: 'SETTLED' }])
  })

  it.each([
    ['the provider fails', '[[error 500]]', 100_000, 'model_unavailable'],
    ['the answer of the provider is no JSON', '[[garbage]]', 100_000, 'model_unavailable'],
    ['the answer quotes what nobody wrote', 'No such word.', 100_000, 'model_quotes_not_found'],
    ['the token allows too few tokens', 'text', 10, 'model_limit_exceeded'],
  ])('answers with the brief of its grammar if %s', async (_what, more, tokens, degradedReason) => {
    const text = `5 markers to Graz. ${more}`
    const answer = await extract(text, { tokens })
    expect(answer).toMatchObject({ degraded: true, degradedReason })
    expect(answer.brief.items[0]).toMatchObject({
      what: { value: 'markers', method: 'rule' },
      quantity: { value: '5' },
    })
  })

  it('is refused with a token that the service has not signed', async () => {
    const answer = await extract(said, { token: 'eyJhbGciOiJub25lIn0.e30.' })
    expect(answer.degradedReason).toBe('model_refused')
  })

  it('does not wait for a provider that is silent', async () => {
    const hasty = await startAgent({ ...options, limits: { modelMsMax: 300 } })
    closeAtEnd(hasty)
    const answer = await extract(`${said} [[silent]]`, { url: hasty.url })
    expect(answer.degradedReason).toBe('model_timeout')
  })
})

type Answer = {
  readonly brief: { readonly items: readonly object[] }
  readonly degraded?: true
  readonly degradedReason?: string
}

async function extract(
  text: string,
  given: { readonly tokens?: number; readonly token?: string; readonly url?: string } = {},
): Promise<Answer> {
  const { tokens = 100_000, url = agent.url } = given
  const token = given.token ?? (await llm.companionToken({ companyId, userId, tokens }))
  const response = await fetch(`${url}/v1/briefs:extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sessionId: 'chs_1',
      messages: [{ id: 'text', role: 'buyer', text }],
      locale: 'en',
      currency: 'EUR',
      today: '2026-03-02',
      llm: { baseUrl: world.baseUrl, token, model: 'gpt-5-2026-08-07' },
    }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

async function attempts() {
  const { rows } = await sql<{ user_id: string; state: string }>`
    select user_id, state from llm.attempts where company_id = ${companyId}
  `.execute(world.parts.platform.database.pool)
  return rows
}
