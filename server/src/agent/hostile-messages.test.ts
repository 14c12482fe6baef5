import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { BriefSchema } from './brief.ts'
import { extractBrief } from './extract-brief.ts'
import { hostileConversations, hostileMessages } from './hostile-messages.fixture.ts'
import { today } from './score-briefs.fixture.ts'

const extract = (texts: readonly string[]) => {
  const messages = texts.map((text, at) => ({ id: `m${at + 1}`, role: 'buyer' as const, text }))
  return extractBrief({ messages, locale: 'en', currency: 'EUR', today })
}

describe('a message of the largest size', () => {
  it.each(Object.entries(hostileMessages))('is read in time: %s', (_name, text) => {
    const { brief } = extract([text])
    expect(brief.openQuestions.length).toBeGreaterThan(0)
    expect(brief.items.length).toBeLessThanOrEqual(200)
    const said = brief.openQuestions.some(({ question }) => question.includes('was not read'))
    expect(said).toBe(true)
    expect(Value.Check(BriefSchema, brief)).toBe(true)
  })

  it.each(Object.entries(hostileConversations))(
    'ends, and its brief is one: %s',
    (_name, texts) => {
      const { brief } = extract(texts)
      expect(Value.Check(BriefSchema, brief)).toBe(true)
      expect(JSON.stringify(brief).length).toBeLessThan(1_000_000)
    },
  )
})
