import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import type { Client } from './client.ts'
import { useWorld } from './world.ts'

const world = await useWorld({ settings: { LLM_FIRST_BYTE_TIMEOUT_MS: '700', LLM_TIMEOUT_MS: '30000' } })
const { companyId, buyer, admin, integration } = await world.company()
const operator = await world.operator()
const { database } = world.parts.platform
const ai = clientOf(buyer)
/** One model of each provider: whatever holds for a client holds for both. */
const models = ['gpt-5-mini', 'claude-sonnet-5']

beforeEach(async () => {
  await fetch(`${world.sandboxUrl}/llm/test/state`, { method: 'DELETE' })
})

describe.each(models)('the OpenAI client with %s', (model) => {
  it('gets an answer with its usage', async () => {
    const answer = await ai.chat.completions.create({
      model,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'twelve boxes of gloves' },
      ],
    })
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'You said: twelve boxes of gloves' },
          finish_reason: 'stop',
        },
      ],
      usage: { usageSource: 'provider_reported' },
    })
    const { prompt_tokens: prompt = 0, completion_tokens: output = 0, total_tokens } = answer.usage ?? {}
    expect(prompt).toBeGreaterThan(0)
    expect(total_tokens).toBe(prompt + output)
    const [last] = await attempts()
    expect(last).toMatchObject({ model, state: 'SETTLED', usage_source: 'provider_reported', input: prompt, output })
  })

  it('gets the same as a stream, with the usage only if it asks for it', async () => {
    const messages = [{ role: 'user' as const, content: 'zwölf Schachteln Handschuhe 🧤' }]
    const plain = await ai.chat.completions.create({ model, messages, stream: true })
    const chunks = await Array.fromAsync(plain)
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(
      'You said: zwölf Schachteln Handschuhe 🧤',
    )
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.filter(({ usage }) => usage)).toEqual([])

    const counted = await ai.chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    const last = (await Array.fromAsync(counted)).at(-1)
    expect(last).toMatchObject({ choices: [], usage: { usageSource: 'provider_reported' } })
    const rows = await attempts()
    expect(rows[0]).toEqual({ ...rows[1], id: rows[0]?.id })
    expect(rows[0]).toMatchObject({ output: last?.usage?.completion_tokens, outcome: 'ok' })
  })
})

function clientOf({ headers }: Client): OpenAI {
  const apiKey = (headers.authorization ?? '').replace('Bearer ', '')
  return new OpenAI({ baseURL: `${world.baseUrl}/api/v1/llm`, apiKey, maxRetries: 0 })
}

/** The attempts of the company, the newest first. */
async function attempts() {
  const { rows } = await sql<{
    id: string
    model: string
    state: string
    usage_source: string | null
    outcome: string
    input: number
    cached: number
    output: number
    cost: string | null
  }>`
    select id, model, state, usage_source, outcome, (uncached_input + cached_input + cache_write_input)::integer as input,
      cached_input::integer as cached, output::integer, cost_nano::text as cost
    from llm.attempts where company_id = ${companyId} order by id desc
  `.execute(database.pool)
  return rows
}
