import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { type Brief, BriefSchema } from './brief.ts'
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

describe('whatever is written', () => {
  const pieces =
    '5|10|1.500|1,500|½|twenty|zwei|a dozen|kg|t|boxes|Stück|pairs|chairs|Stühle|desks|black|no leather|not|nicht|make that|cancel|' +
    'we need|wir brauchen|nous avons besoin de|of|à|x|-|to|bis|and|und|but|,|.|!|\n|:|(|/|EUR|€|$|kr|per|pro|each|budget|max|' +
    'by|5 May|KW 12|31.12.|03/04/2026|next week|end of March|Graz|to|in|Germany|Thanks|Hello|asap|order|🪑|e\u0301|\u0000|<b>|{"a":1}'
  const word = fc.oneof(fc.constantFrom(...pieces.split('|')), fc.string({ maxLength: 6 }))
  const message = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '))

  it('has a brief of the right form, whose values lie in the messages', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), (texts) => {
        const { brief } = extract(texts)
        expect(Value.Check(BriefSchema, brief), JSON.stringify(brief)).toBe(true)
        for (const { messageId, start, end } of spansOf(brief)) {
          const text = texts[Number(messageId.slice(1)) - 1] ?? ''
          expect(0 <= start && start < end && end <= text.length).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})

type Span = { readonly messageId: string; readonly start: number; readonly end: number }

function spansOf(brief: Brief): Span[] {
  const found: Span[] = []
  JSON.stringify(brief, (key, value) => {
    if (key === 'source') found.push(value)
    return value
  })
  return found
}
