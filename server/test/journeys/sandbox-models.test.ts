import { describe, expect, it } from 'vitest'
import { useSandbox } from '#testing/hosts/sandbox'
import { Anthropic, OpenAI } from '#testing/llm-clients'

const sandbox = await useSandbox({ llmKeys: { a: 'key a', b: 'key b' } })
const openai = new OpenAI({ baseURL: `${sandbox.url}/llm/a/v1`, apiKey: 'key a', maxRetries: 0 })
const anthropic = new Anthropic({
  baseURL: `${sandbox.url}/llm/b`,
  apiKey: 'key b',
  maxRetries: 0,
})
const schema = { type: 'object' as const, properties: { sku: { type: 'string' } } }

describe('the sandbox of OpenAI, seen by its client,', () => {
  const ask = (content: string) => ({
    model: 'gpt-5',
    messages: [{ role: 'user' as const, content }],
  })
  const tools = [{ type: 'function' as const, function: { name: 'order', parameters: schema } }]

  it('answers, and streams the same with the same usage', async () => {
    const answer = await openai.chat.completions.create(ask('Hello [[cached 12]] [[reasoning 3]]'))
    expect(answer.choices[0]).toMatchObject({
      message: { role: 'assistant', content: 'You said: Hello' },
      finish_reason: 'stop',
    })
    const stream = openai.chat.completions.stream({
      ...ask('Hello [[cached 12]] [[reasoning 3]]'),
      stream_options: { include_usage: true },
    })
    const streamed = await stream.finalChatCompletion()
    expect(streamed.choices[0]?.message.content).toBe('You said: Hello')
    expect(streamed.usage).toEqual(answer.usage)
    const { prompt_tokens = 0, prompt_tokens_details } = answer.usage ?? {}
    expect(prompt_tokens_details?.cached_tokens).toBe(12)
    expect(prompt_tokens).toBeGreaterThan(12)
  })

  it('calls a tool', async () => {
    const stream = openai.chat.completions.stream({ ...ask('Order it'), tools })
    const { choices } = await stream.finalChatCompletion()
    expect(choices[0]?.message.tool_calls).toMatchObject([
      { id: 'call_sandbox', function: { name: 'order', arguments: '{"sku":"text"}' } },
    ])
  })

  it('refuses as it is scripted, and a wrong key', async () => {
    await expect(openai.chat.completions.create(ask('[[error 429]]'))).rejects.toMatchObject({
      status: 429,
    })
    const other = new OpenAI({ baseURL: `${sandbox.url}/llm/a/v1`, apiKey: 'no', maxRetries: 0 })
    await expect(other.chat.completions.create(ask('Hi'))).rejects.toMatchObject({ status: 401 })
  })
})

describe('the sandbox of Anthropic, seen by its client,', () => {
  const ask = (content: string) => ({
    model: 'claude-sonnet-5',
    max_tokens: 50,
    messages: [{ role: 'user' as const, content }],
  })

  it('answers, and streams the same with the same usage', async () => {
    const answer = await anthropic.messages.create(ask('Hello [[cached 12]] [[cache-write 7]]'))
    expect(answer).toMatchObject({
      stop_reason: 'end_turn',
      content: [{ type: 'text', text: 'You said: Hello' }],
      usage: { cache_read_input_tokens: 12, cache_creation_input_tokens: 7 },
    })
    const streamed = await anthropic.messages
      .stream(ask('Hello [[cached 12]] [[cache-write 7]]'))
      .finalMessage()
    expect(streamed.content).toMatchObject([{ type: 'text', text: 'You said: Hello' }])
    expect(streamed.usage.output_tokens).toBe(answer.usage.output_tokens)
  })

  it('calls a tool', async () => {
    const tools = [{ name: 'order', input_schema: schema }]
    const streamed = await anthropic.messages.stream({ ...ask('Order it'), tools }).finalMessage()
    expect(streamed.stop_reason).toBe('tool_use')
    expect(streamed.content).toMatchObject([
      { type: 'tool_use', name: 'order', input: { sku: 'text' } },
    ])
  })

  it.each([
    ['2026-10-21', 400],
    ['2023-06-01', 200],
  ])('answers to a temperature in version %s with %i', async (version, expected) => {
    const { status } = await fetch(`${sandbox.url}/llm/b/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': 'key b',
        'anthropic-version': version,
      },
      body: JSON.stringify({ ...ask('Hello'), temperature: 1 }),
    })
    expect(status).toBe(expected)
  })

  it('refuses as it is scripted, a wrong key, and turns that do not alternate', async () => {
    await expect(anthropic.messages.create(ask('[[error 529]]'))).rejects.toMatchObject({
      status: 529,
    })
    const other = new Anthropic({ baseURL: `${sandbox.url}/llm/b`, apiKey: 'no', maxRetries: 0 })
    await expect(other.messages.create(ask('Hi'))).rejects.toMatchObject({ status: 401 })
    const twice = [...ask('One').messages, ...ask('Two').messages]
    await expect(anthropic.messages.create({ ...ask('x'), messages: twice })).rejects.toMatchObject(
      { status: 400 },
    )
  })
})
