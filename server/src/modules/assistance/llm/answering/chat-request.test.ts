import { describe, expect, it } from 'vitest'
import { badImageIn, type ChatRequest } from './chat-request.ts'
import { estimateInput } from './estimate-tokens.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='

describe('an estimate', () => {
  it.each([
    ['Hello world. Please list what a workshop of five people needs.', 13],
    // 13 tokens of a current tokenizer have 39 bytes here.
    ['我们需要十二盒手套和四把锤子', 13],
  ])('of %s is never less than the tokens', (content, tokens) => {
    const { atMost, likely } = estimateInput(aRequest({ messages: [{ role: 'user', content }] }))
    expect(atMost).toBeGreaterThanOrEqual(likely)
    expect(atMost).toBeGreaterThanOrEqual(tokens)
  })

  it('counts a picture as a picture, not as its bytes', () => {
    const url = `data:image/png;base64,${'A'.repeat(400_000)}`
    const content = [{ type: 'image_url' as const, image_url: { url } }]
    const { atMost } = estimateInput(aRequest({ messages: [{ role: 'user', content }] }))
    expect(atMost).toBeGreaterThanOrEqual(2_000)
    expect(atMost).toBeLessThan(3_000)
  })
})

it('an estimate counts everything that is no picture of the user, whatever its name', () => {
  const parameters = { properties: { image_url: { description: 'A'.repeat(90_000) } } }
  const tools = [{ type: 'function' as const, function: { name: 'show', parameters } }]
  expect(estimateInput(aRequest({ tools })).atMost).toBeGreaterThan(45_000)
})

describe('an image', () => {
  it.each([
    [picture, undefined],
    ['https://example.com/a.png', undefined],
    ['http://example.com/a.png', 'messages[0].content[0]'],
    ['https://169.254.169.254/latest', 'messages[0].content[0]'],
    ['https://[::1]/a.png', 'messages[0].content[0]'],
    ['https://metadata.internal/a.png', 'messages[0].content[0]'],
    ['https://name:word@example.com/a.png', 'messages[0].content[0]'],
    ['file:///etc/passwd', 'messages[0].content[0]'],
    ['data:image/svg+xml;base64,AAAA', 'messages[0].content[0]'],
    ['data:image/png;base64,not base64', 'messages[0].content[0]'],
  ])('%s', (url, place) => {
    const content = [{ type: 'image_url' as const, image_url: { url } }]
    expect(badImageIn(aRequest({ messages: [{ role: 'user', content }] }))).toBe(place)
  })
})

function aRequest(fields: Partial<ChatRequest> = {}): ChatRequest {
  return { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }], ...fields }
}
