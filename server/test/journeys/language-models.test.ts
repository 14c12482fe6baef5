import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import {
  apiErrorOf,
  type ChatChunk,
  type ChatUsage,
  OpenAI,
  type OpenAi,
} from '#testing/llm-clients'
import type { Client } from './client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { companyId, buyer } = await world.company()
const { database } = world.parts.platform
const ai = clientOf(buyer)
/** One model of each provider: whatever holds for a client holds for both. */
const models = ['gpt-5-2026-08-07', 'claude-sonnet-5']

const tool = {
  type: 'function' as const,
  function: {
    name: 'order_goods',
    description: 'Orders goods.',
    parameters: {
      type: 'object',
      properties: { sku: { type: 'string' }, quantity: { type: 'integer' } },
      required: ['sku', 'quantity'],
    },
  },
}

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
    const {
      prompt_tokens: input = 0,
      completion_tokens: output = 0,
      total_tokens,
    } = answer.usage ?? {}
    expect(input).toBeGreaterThan(0)
    expect(total_tokens).toBe(input + output)
    const [last] = await attempts()
    expect(last).toMatchObject({
      model,
      state: 'SETTLED',
      usage_source: 'provider_reported',
      input,
      output,
    })
  })

  it('gets the same as a stream, with the usage only if it asks for it', async () => {
    const content = 'zwölf Schachteln Handschuhe 🧤'
    const plain = await chunksOf(model, content)
    expect(textIn(plain)).toBe(`You said: ${content}`)
    expect(plain.at(-1)?.choices[0]?.finish_reason).toBe('stop')
    expect(plain.filter(({ usage }) => usage)).toEqual([])

    const counted = await chunksOf(model, content, { include_usage: true })
    const last = counted.at(-1)
    expect(last).toMatchObject({ choices: [], usage: { usageSource: 'provider_reported' } })
    const [first, second] = await attempts()
    expect(first).toEqual({ ...second, id: first?.id })
    expect(first).toMatchObject({ output: last?.usage?.completion_tokens, outcome: 'ok' })
  })

  it('calls tools, at once and as a stream, and gives their results back', async () => {
    const messages = [{ role: 'user', content: 'Order it' }]
    const answer = await ai.chat.completions.create({ model, messages, tools: [tool] })
    const [choice] = answer.choices
    expect(choice?.finish_reason).toBe('tool_calls')
    const [call] = choice?.message.tool_calls ?? []
    if (!choice || call?.type !== 'function') throw new Error('no tool was called')
    expect(call.function.name).toBe('order_goods')
    expect(JSON.parse(call.function.arguments)).toEqual({ sku: 'text', quantity: 1 })

    const result = { role: 'tool' as const, tool_call_id: call.id, content: 'ordered' }
    const after = await ai.chat.completions.create({
      model,
      messages: [...messages, choice.message, result],
      tools: [tool],
    })
    expect(after.choices[0]?.message.content).toBe('You said: Order it')

    const stream = ai.chat.completions.stream({ model, messages, tools: [tool] })
    const streamed = (await stream.finalChatCompletion()).choices[0]?.message.tool_calls?.[0]
    expect(streamed).toMatchObject({
      function: { name: 'order_goods', arguments: '{"sku":"text","quantity":1}' },
    })
  })

  it('gets JSON of a schema', async () => {
    const schema = { type: 'object', properties: { boxes: { type: 'integer' } } }
    const answer = await ai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'How many?' }],
      response_format: { type: 'json_schema', json_schema: { name: 'count', schema } },
    })
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ boxes: 1 })
  })

  it('sends pictures by address and as data', async () => {
    const answer = await ai.chat.completions.create({
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
            {
              type: 'image_url',
              image_url: { url: `data:image/png;base64,${'A'.repeat(2_000_000)}` },
            },
          ],
        },
      ],
    })
    expect(answer.choices[0]?.message.content).toBe('You said: What is it? (2 images)')
  })

  it('chooses the temperature', async () => {
    const warmth = { temperature: 0.2, top_p: 0.9 }
    const messages = [{ role: 'user' as const, content: 'warm' }]
    await ai.chat.completions.create({ model, messages, ...warmth })
    expect((await sandboxState()).requests).toMatchObject([{ body: warmth }])
  })

  it('is billed for what the cache of the provider held', async () => {
    const answer = await ask(model, 'again [[cached 30]] [[reasoning 8]]')
    expect(answer.usage?.prompt_tokens_details?.cached_tokens).toBe(30)
    expect(answer.usage?.completion_tokens_details?.reasoning_tokens).toBe(8)
    const [last] = await attempts()
    expect(last).toMatchObject({ cached: 30, input: answer.usage?.prompt_tokens })
    const { input = 0, output = 0 } = last ?? {}
    const expected =
      model === 'gpt-5-2026-08-07'
        ? (input - 30) * 2_500 + 30 * 250 + output * 10_000
        : (input - 30) * 3_000 + 30 * 300 + output * 15_000
    expect(last?.cost).toBe(String(expected))
  })

  it.each([
    ['[[error 400]]', 400, 'llm.provider_refused', ['refused']],
    ['[[error 401]]', 502, 'llm.provider_failed', ['key_refused']],
    ['[[error 404]]', 400, 'llm.provider_refused', ['refused']],
    ['[[error 429]] [[retry-after 3600]]', 429, 'llm.provider_busy', ['rate_limited']],
    [
      '[[error 500]]',
      502,
      'llm.provider_failed',
      ['provider_error', 'provider_error', 'provider_error'],
    ],
    ['[[garbage]]', 502, 'llm.provider_failed', ['malformed']],
  ])('learns of %s as %i %s', async (directive, status, code, outcomes) => {
    const before = await tokensUsed()
    const error = await apiErrorOf(ask(model, directive))
    expect(error).toMatchObject({ status, code })
    expect(error.message).not.toContain('key of provider')
    const rows = (await attempts()).slice(0, outcomes.length)
    expect(rows.map(({ outcome }) => outcome)).toEqual(outcomes)
    // The provider charges nothing for what it refuses. An answer that cannot be read was made.
    const isCharged = directive === '[[garbage]]'
    expect(rows.map(({ state }) => state)).toEqual(
      outcomes.map(() => (isCharged ? 'SETTLED' : 'RELEASED')),
    )
    expect((await tokensUsed()) > before).toBe(isCharged)
    expect(await tokensReserved()).toBe(0)
  })

  it('does not learn of an error that a second attempt mends, also in a stream', async () => {
    const answer = await ask(model, `mended [[error 503 once]] ${model}`)
    expect(answer.choices[0]?.message.content).toContain('You said: mended')
    expect(textIn(await chunksOf(model, `mended too [[error 529 once]] ${model}`))).toContain(
      'mended too',
    )
    const rows = (await attempts()).slice(0, 4)
    expect(rows.map(({ state, attempt }) => [state, attempt])).toEqual([
      ['SETTLED', 2],
      ['RELEASED', 1],
      ['SETTLED', 2],
      ['RELEASED', 1],
    ])
  })

  it('is told that a stream failed in its middle, and pays for what came', async () => {
    for (const [directive, outcome] of [
      ['[[cut]]', 'cut_off'],
      ['[[error event]]', model === 'gpt-5-2026-08-07' ? 'provider_error' : 'rate_limited'],
    ]) {
      const text = await streamText(model, `a long enough text to be cut ${directive}`)
      expect(text).toContain('"code":"llm.provider_')
      expect(text).not.toContain('[DONE]')
      const [last] = await attempts()
      expect(last).toMatchObject({ state: 'SETTLED', usage_source: 'estimated', outcome })
      expect(last?.output).toBeGreaterThan(0)
      expect(Number(last?.cost)).toBeGreaterThan(0)
    }
  })

  it('gets an estimate where the provider reports no usage', async () => {
    const answer = await ask(model, 'uncounted [[no-usage]]')
    expect(answer.usage).toMatchObject({ usageSource: 'estimated' })
    const streamed = (await chunksOf(model, 'uncounted [[no-usage]]', { include_usage: true })).at(
      -1,
    )
    expect(streamed?.usage).toMatchObject({ usageSource: 'estimated' })
    const [first] = await attempts()
    expect(first).toMatchObject({ usage_source: 'estimated', outcome: 'ok' })
    expect(first?.output).toBeGreaterThan(0)
  })

  it('gets a usage of 0 as it is reported, and operators learn of it', async () => {
    const answer = await ask(model, 'nothing [[zero-usage]]')
    expect(answer.usage).toMatchObject({ total_tokens: 0, usageSource: 'provider_reported' })
    const provider = model === 'gpt-5-2026-08-07' ? 'A' : 'B'
    expect(await notices()).toContain(`llm-gateway.pricing.zero-cost.${provider}.${model}`)
  })

  it('that hangs up ends the call of the provider, and pays for what came', async () => {
    const controller = new AbortController()
    const stream = await ai.chat.completions.create(
      { model, messages: [{ role: 'user', content: 'go on and on [[slow]]' }], stream: true },
      { signal: controller.signal },
    )
    let chunks = 0
    await (async () => {
      for await (const _chunk of stream) {
        chunks += 1
        if (chunks === 4) controller.abort()
      }
    })().catch(() => undefined)
    await expect.poll(async () => (await sandboxState()).hungUp).toBe(1)
    await expect.poll(async () => (await attempts())[0]?.state).toBe('SETTLED')
    const [last] = await attempts()
    expect(last).toMatchObject({ usage_source: 'estimated', outcome: 'client_gone' })
    expect(last?.output).toBeGreaterThan(0)
    expect(await tokensReserved()).toBe(0)
  })

  it('that hangs up before the first content pays for its prompt', async () => {
    const controller = new AbortController()
    const asked = ai.chat.completions.create(
      { model, messages: [{ role: 'user', content: 'wait [[hold]]' }] },
      { signal: controller.signal },
    )
    const ended = asked.catch(() => 'aborted')
    await expect.poll(async () => (await sandboxState()).held).toBe(1)
    controller.abort()
    expect(await ended).toBe('aborted')
    await expect.poll(async () => (await attempts())[0]?.outcome).toBe('client_gone')
    const [last] = await attempts()
    expect(last).toMatchObject({ state: 'SETTLED', usage_source: 'estimated', output: 0 })
    expect(last?.input).toBeGreaterThan(0)
    await fetch(`${world.sandboxUrl}/llm/test/release`, { method: 'POST' })
  })
})

it('two answers in one stream end both, and are charged together', async () => {
  const stream = await ai.chat.completions.create({
    model: 'gpt-5-2026-08-07',
    messages: [{ role: 'user', content: 'twice' }],
    n: 2,
    stream: true,
    stream_options: { include_usage: true },
  })
  const said = ['', '']
  let usage: ChatUsage | null | undefined
  for await (const chunk of stream) {
    for (const { index, delta } of chunk.choices)
      said[index] = (said[index] ?? '') + (delta.content ?? '')
    usage = chunk.usage
  }
  expect(said).toEqual(['You said: twice', 'You said: twice'])
  const [last] = await attempts()
  expect(last).toMatchObject({ outcome: 'ok', output: usage?.completion_tokens })

  const cut = await streamText('gpt-5-2026-08-07', 'twice [[cut]]', { n: 2 })
  expect(cut).not.toContain('[DONE]')
})

describe('a provider', () => {
  it('never learns who asks, and is never asked to store anything', async () => {
    await ai.chat.completions.create({
      model: 'gpt-5-2026-08-07',
      messages: [{ role: 'user', content: 'Hello' }],
      user: 'ada@example.com',
      metadata: { company: companyId },
      store: false,
    })
    const text = JSON.stringify((await sandboxState()).requests)
    expect(text).toContain('Hello')
    expect(text).not.toMatch(new RegExp(`ada@example[.]com|${companyId}|metadata|"store"`))
  })
})

function clientOf({ headers }: Client): OpenAi {
  const apiKey = (headers.authorization ?? '').replace('Bearer ', '')
  return new OpenAI({ baseURL: `${world.baseUrl}/api/v1/llm`, apiKey, maxRetries: 0 })
}

function ask(model: string, content: string) {
  return ai.chat.completions.create({ model, messages: [{ role: 'user', content }] })
}

async function chunksOf(model: string, content: string, options?: { include_usage: boolean }) {
  const stream = await ai.chat.completions.create({
    model,
    messages: [{ role: 'user', content }],
    stream: true,
    ...(options && { stream_options: options }),
  })
  const chunks: ChatChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

/** The stream as it travels. */
async function streamText(model: string, content: string, more: object = {}): Promise<string> {
  const response = await fetch(`${world.baseUrl}/api/v1/llm/chat/completions`, {
    method: 'POST',
    headers: { ...buyer.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content }], ...more }),
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  return response.text()
}

const textIn = (chunks: readonly ChatChunk[]) =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')

async function sandboxState() {
  const response = await fetch(`${world.sandboxUrl}/llm/test/state`)
  return (await response.json()) as { requests: unknown[]; hungUp: number; held: number }
}

/** The attempts of the company, the newest first. */
async function attempts() {
  const { rows } = await sql<{
    id: string
    attempt: number
    model: string
    state: string
    usage_source: string | null
    outcome: string
    input: number
    cached: number
    output: number
    cost: string | null
  }>`
    select id, attempt, model, state, usage_source, outcome,
      (uncached_input + cached_input + cache_write_input)::integer as input,
      cached_input::integer as cached, output::integer, cost_nano::text as cost
    from llm.attempts where company_id = ${companyId} order by created_at desc, id desc
  `.execute(database.pool)
  return rows
}

const tokensUsed = () => counted('used')
const tokensReserved = () => counted('reserved')

async function counted(column: 'used' | 'reserved'): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(${sql.ref(column)}), 0)::integer as sum from llm.counters where company_id = ${companyId}
  `.execute(database.pool)
  return rows[0]?.sum ?? 0
}

async function notices(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from incidents.incidents`.execute(
    database.pool,
  )
  return rows.map(({ key }) => key)
}
