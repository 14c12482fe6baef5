import { describe, expect, it } from 'vitest'
import { inputOf, viewUsage } from '../accounting/token-usage.ts'
import type { ChatRequest } from '../answering/chat-request.ts'
import { anthropicDialect, anthropicUsage } from './anthropic-dialect.ts'
import { type ChunkChoice, ProviderFailed, type StreamReader } from './dialect.ts'
import { openAiDialect, openAiUsage } from './openai-dialect.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='
const tool = {
  type: 'function' as const,
  function: {
    name: 'order',
    parameters: { type: 'object', properties: { sku: { type: 'string' } } },
  },
}
const schema = { type: 'object', properties: { answer: { type: 'string' } } }

describe('the body for provider A', () => {
  it('always asks for the usage of a stream, and bounds the answer', () => {
    const body = openAiDialect.body(
      aRequest({ stream: true, user: 'ada', metadata: { a: 'b' }, store: false }),
      500,
    )
    expect(body).toEqual({
      model: 'gpt-5',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 500,
    })
  })

  it('keeps the limit that the client has set, under its own name', () => {
    const body = openAiDialect.body(aRequest({ max_tokens: 7 }), 7)
    expect(body).toMatchObject({ max_tokens: 7, stream: false })
    expect(body).not.toHaveProperty('max_completion_tokens')
    expect(body).not.toHaveProperty('stream_options')
  })
})

describe('the body for provider B', () => {
  it('puts the system on top, joins neighbours of one role, and translates pictures and tools', () => {
    const body = anthropicDialect.body(
      aRequest({
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'developer', content: [{ type: 'text', text: 'Use euros.' }] },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is this?' },
              { type: 'image_url', image_url: { url: picture } },
              { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
            ],
          },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: 'one',
                type: 'function',
                function: { name: 'order', arguments: '{"sku":"A"}' },
              },
              { id: 'two', type: 'function', function: { name: 'order', arguments: 'not json' } },
            ],
          },
          { role: 'tool', tool_call_id: 'one', content: 'ordered' },
          { role: 'tool', tool_call_id: 'two', content: 'refused' },
          { role: 'user', content: 'Thanks' },
        ],
        tools: [tool],
        tool_choice: { type: 'function', function: { name: 'order' } },
        parallel_tool_calls: false,
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
        stop: 'END',
        temperature: 0,
        top_p: 0.5,
      }),
      300,
    )
    expect(body).toEqual({
      model: 'gpt-5',
      max_tokens: 300,
      system: 'Be brief.\n\nUse euros.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
            },
            { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'one', name: 'order', input: { sku: 'A' } },
            { type: 'tool_use', id: 'two', name: 'order', input: { arguments: 'not json' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'one', content: 'ordered' },
            { type: 'tool_result', tool_use_id: 'two', content: 'refused' },
            { type: 'text', text: 'Thanks' },
          ],
        },
      ],
      tools: [{ name: 'order', input_schema: tool.function.parameters }],
      tool_choice: { type: 'tool', name: 'order', disable_parallel_tool_use: true },
      output_config: { format: { type: 'json_schema', schema } },
      stop_sequences: ['END'],
      temperature: 0,
      top_p: 0.5,
      stream: false,
    })
  })

  it.each([
    ['auto', { type: 'auto' }],
    ['required', { type: 'any' }],
    ['none', { type: 'none' }],
  ] as const)('calls the choice %s %j', (choice, expected) => {
    expect(
      anthropicDialect.body(aRequest({ tools: [tool], tool_choice: choice }), 1),
    ).toMatchObject({ tool_choice: expected })
  })

  it.each([
    ['n', { n: 2 }],
    ['temperature', { temperature: 1.5 }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['seed', { seed: 0 }],
    ['logprobs', { logprobs: true }],
    ['tool_choice', { tool_choice: 'auto' }],
    [undefined, { n: 1, temperature: 1, logprobs: false, response_format: { type: 'text' } }],
  ] as const)('cannot honour %s, and the other provider can', (param, fields) => {
    const request = aRequest(fields as Partial<ChatRequest>)
    expect(anthropicDialect.unsupportedIn(request)).toBe(param)
    expect(openAiDialect.unsupportedIn(request)).toBeUndefined()
  })
})

describe('the usage', () => {
  it('of A has the cached tokens in the prompt, and that of B beside it', () => {
    const ofA = openAiUsage({
      prompt_tokens: 100,
      completion_tokens: 20,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 5 },
    })
    const ofB = anthropicUsage({
      input_tokens: 40,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: null,
      output_tokens: 20,
    })
    expect(ofA).toEqual({
      uncachedInput: 40,
      cachedInput: 60,
      cacheWriteInput: 0,
      output: 20,
      reasoning: 5,
    })
    expect(ofB).toEqual({ ...ofA, reasoning: 0 })
    expect(ofB && inputOf(ofB)).toBe(100)
    expect(ofB && viewUsage(ofB, 'provider_reported')).toEqual({
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 0 },
      usageSource: 'provider_reported',
    })
  })

  it('of 0 is a report, and no usage is none', () => {
    const nothing = {
      uncachedInput: 0,
      cachedInput: 0,
      cacheWriteInput: 0,
      output: 0,
      reasoning: 0,
    }
    expect(openAiUsage({ prompt_tokens: 0, completion_tokens: 0 })).toEqual(nothing)
    expect(anthropicUsage({ input_tokens: 0, output_tokens: 0 })).toEqual(nothing)
    for (const wrong of [
      undefined,
      null,
      {},
      { prompt_tokens: -1, completion_tokens: 2 },
      { input_tokens: 1.5, output_tokens: 1 },
    ]) {
      expect(openAiUsage(wrong)).toBeUndefined()
      expect(anthropicUsage(wrong)).toBeUndefined()
    }
  })

  it('never counts more cached tokens than there are', () => {
    const usage = openAiUsage({
      prompt_tokens: 10,
      completion_tokens: 1,
      prompt_tokens_details: { cached_tokens: 99 },
    })
    expect(usage).toMatchObject({ uncachedInput: 0, cachedInput: 10 })
  })
})

describe('an answer of B', () => {
  it('becomes one of OpenAI', () => {
    const answer = anthropicDialect.readAnswer({
      id: 'msg_1',
      content: [
        { type: 'thinking', thinking: '…' },
        { type: 'text', text: 'One ' },
        { type: 'text', text: 'moment.' },
        { type: 'tool_use', id: 'toolu_1', name: 'order', input: { sku: 'A' } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 3, output_tokens: 4 },
    })
    expect(answer?.choices).toEqual([
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'One moment.',
          refusal: null,
          tool_calls: [
            {
              id: 'toolu_1',
              type: 'function',
              function: { name: 'order', arguments: '{"sku":"A"}' },
            },
          ],
        },
        finish_reason: 'tool_calls',
        logprobs: null,
      },
    ])
  })

  it.each([
    ['end_turn', 'stop'],
    ['max_tokens', 'length'],
    ['stop_sequence', 'stop'],
    ['refusal', 'content_filter'],
    ['something_new', 'stop'],
  ])('that ended by %s has ended by %s', (reason, expected) => {
    const answer = anthropicDialect.readAnswer({ content: [], stop_reason: reason })
    expect(answer?.choices[0]?.finish_reason).toBe(expected)
    expect(answer?.usage).toBeUndefined()
  })

  it.each([null, [], 'text', {}, { choices: 'x', content: 'x' }])('is none: %j', (body) => {
    expect(anthropicDialect.readAnswer(body)).toBeUndefined()
    expect(openAiDialect.readAnswer(body)).toBeUndefined()
  })
})

describe('a stream of B', () => {
  const start = {
    type: 'message_start',
    message: { usage: { input_tokens: 9, cache_read_input_tokens: 2, output_tokens: 1 } },
  }

  it('becomes chunks of OpenAI, and its cumulative usage replaces the first guess', () => {
    const reader = anthropicDialect.streamReader({})
    const choices = readAll(reader, [
      start,
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'thinking', thinking: '' } },
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 't1', name: 'order', input: {} },
      },
      {
        type: 'content_block_start',
        index: 3,
        content_block: { type: 'tool_use', id: 't2', name: 'order', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 3,
        delta: { type: 'input_json_delta', partial_json: '{"a"' },
      },
      {
        type: 'content_block_delta',
        index: 2,
        delta: { type: 'input_json_delta', partial_json: '{}' },
      },
    ])
    expect(choices.map(({ delta }) => delta)).toEqual([
      { role: 'assistant', content: '' },
      { content: 'Hi' },
      {
        tool_calls: [
          { index: 0, id: 't1', type: 'function', function: { name: 'order', arguments: '' } },
        ],
      },
      {
        tool_calls: [
          { index: 1, id: 't2', type: 'function', function: { name: 'order', arguments: '' } },
        ],
      },
      { tool_calls: [{ index: 1, function: { arguments: '{"a"' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{}' } }] },
    ])
    readAll(reader, [{ type: 'message_delta', delta: {}, usage: { output_tokens: 5 } }])
    expect(reader.isUsageFinal()).toBe(false)
    readAll(reader, [
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: null, output_tokens: 7 },
      },
    ])
    expect(reader.isUsageFinal()).toBe(true)
    expect(reader.isComplete()).toBe(false)
    readAll(reader, [{ type: 'message_stop' }])
    expect(reader.isComplete()).toBe(true)
    expect(reader.usage()).toEqual({
      uncachedInput: 9,
      cachedInput: 2,
      cacheWriteInput: 0,
      output: 7,
      reasoning: 0,
    })
  })

  it('that reports no usage at its end has none of the whole answer', () => {
    const reader = anthropicDialect.streamReader({})
    readAll(reader, [
      start,
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ])
    expect(reader.isUsageFinal()).toBe(false)
    expect(reader.usage()).toMatchObject({ uncachedInput: 9, output: 1 })
  })

  it('with an error event has failed', () => {
    const reader = anthropicDialect.streamReader({})
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    expect(() => readAll(reader, [overloaded])).toThrow(ProviderFailed)
  })
})

describe('a stream of A', () => {
  it('keeps its choices and its usage apart', () => {
    const reader = openAiDialect.streamReader({})
    const choices = readAll(reader, [
      { choices: [{ index: 1, delta: { content: 'Hi' }, finish_reason: null }], usage: null },
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } },
    ])
    expect(choices).toEqual([
      { index: 1, delta: { content: 'Hi' }, finish_reason: null, logprobs: null },
    ])
    expect(reader.isComplete()).toBe(false)
    expect(reader.read({ name: undefined, text: '[DONE]' })).toEqual([])
    expect(reader.isComplete()).toBe(true)
    expect(reader.usage()).toMatchObject({ uncachedInput: 3, output: 1 })
  })

  it('of two choices is complete when both have finished, and its usage is final only then', () => {
    const reader = openAiDialect.streamReader({ n: 2 })
    const end = (index: number) => ({ index, delta: {}, finish_reason: 'stop' })
    readAll(reader, [
      { choices: [end(1)], usage: { prompt_tokens: 3, completion_tokens: 1 } },
      { choices: [end(1)] },
    ])
    expect([reader.isComplete(), reader.isUsageFinal()]).toEqual([false, false])
    readAll(reader, [{ choices: [end(0)] }])
    expect([reader.isComplete(), reader.isUsageFinal()]).toEqual([true, true])
  })

  it.each(['{"error":{"message":"Broken"}}', '{"choices":['])('has failed at %s', (text) => {
    expect(() => openAiDialect.streamReader({}).read({ name: undefined, text })).toThrow(
      ProviderFailed,
    )
  })
})

function aRequest(fields: Partial<ChatRequest> = {}): ChatRequest {
  return { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }], ...fields }
}

function readAll(reader: StreamReader, events: readonly object[]): ChunkChoice[] {
  return events.flatMap((event) => reader.read({ name: undefined, text: JSON.stringify(event) }))
}
