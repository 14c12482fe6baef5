import { describe, expect, it } from 'vitest'
import { extractBrief } from '../../../../agent/extract-brief.ts'
import { readPhrases } from '../../../../agent/score-briefs.fixture.ts'
import { readMessageSet } from '../../../../agent/score-messages.fixture.ts'
import { evidenceIn } from './evidence.ts'
import { AnswerInvalid, readAnswer } from './read-answer.ts'

const asked = { locale: 'en', currency: 'EUR', today: '2026-03-02' }

function transcriptOf(...texts: string[]) {
  const messages = texts.map((text, at) => ({ id: `m${at + 1}`, role: 'buyer' as const, text }))
  return { ...asked, messages }
}

describe('the values of the companion', () => {
  const phrases = [...readPhrases('phrases.jsonl'), ...readPhrases('held-out.jsonl')]

  it('all stay where the buyer has said them: every phrase, every value', () => {
    const refused = phrases.flatMap(({ id, lang, say }) => {
      const transcript = { ...transcriptOf(...say), locale: lang }
      const extraction = extractBrief(transcript)
      const read = readAnswer(extraction, evidenceIn(transcript), 100)
      return read.refused === 0
        ? []
        : [{ id, say, refused: lostValues(extraction.brief, read.brief) }]
    })
    expect(refused).toEqual([])
  })

  it('all stay in whole messages too, with the shares of several places', () => {
    const refused = readMessageSet('messages').flatMap(({ id, language, say, today }) => {
      const transcript = { ...transcriptOf(...say), locale: language, today }
      const { brief } = extractBrief(transcript)
      const read = readAnswer({ brief }, evidenceIn(transcript), 100)
      const hasDeliveries = (brief.deliveries ?? []).length === (read.brief.deliveries ?? []).length
      return read.refused === 0 && hasDeliveries
        ? []
        : [{ id, refused: lostValues(brief, read.brief) }]
    })
    expect(refused).toEqual([])
  })

  it('may be the sum of what several places get, and no other sum', () => {
    const transcript = transcriptOf('Hamburg: 12 cargo bikes\nBremen: 5 cargo bikes')
    const { brief } = extractBrief(transcript)
    const read = (quantity: string) => {
      const [item] = brief.items
      const items = [{ ...item, quantity: { ...item?.quantity, value: quantity } }]
      return readAnswer({ brief: { ...brief, items } }, evidenceIn(transcript), 100).brief
    }
    expect(read('17').items[0]?.quantity?.value).toBe('17')
    expect(read('18').items[0]?.quantity).toBeUndefined()
    expect(read('17').deliveries).toMatchObject([
      { city: { value: 'Hamburg' }, items: [{ item: 0, quantity: { value: '12' } }] },
      { city: { value: 'Bremen' }, items: [{ item: 0, quantity: { value: '5' } }] },
    ])
  })

  it('are refused where the buyer has not said them', () => {
    const text = '50 office chairs to Graz by 5 May, budget 5000 EUR'
    const evidence = evidenceIn(transcriptOf(text))
    const at = (words: string) => {
      const start = text.indexOf(words)
      return { messageId: 'm1', start, end: start + words.length }
    }
    expect(evidence.isNumber('50', at('50'))).toBe(true)
    expect(evidence.isNumber('500', at('50'))).toBe(false)
    expect(evidence.isNumber('50', at('5000'))).toBe(false)
    expect(evidence.isText('office chairs', at('office chairs'))).toBe(true)
    expect(evidence.isText('gold bars', at('office chairs'))).toBe(false)
    expect(evidence.isText('office chairs', { messageId: 'm2', start: 0, end: 13 })).toBe(false)
    expect(evidence.isText('office', { messageId: 'm1', start: 3, end: 900 })).toBe(false)
    expect(evidence.isCountry('AT', at('Graz'))).toBe(true)
    expect(evidence.isCountry('RU', at('Graz'))).toBe(false)
    expect(evidence.isUnit('C62', at('50'))).toBe(true)
    expect(evidence.isUnit('XPX', at('50'))).toBe(false)
    expect(evidence.isNeededBy({ date: '2026-05-05', precision: 'day' }, at('5 May'))).toBe(true)
    expect(evidence.isNeededBy({ date: '2026-06-05', precision: 'day' }, at('5 May'))).toBe(false)
    const amount = (value: string, currency: string) =>
      evidence.isAmount({ amount: value, currency }, at('5000 EUR'))
    expect([amount('5000', 'EUR'), amount('50', 'EUR'), amount('5000', 'USD')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('are never those of the assistant, nor of a place that does not exist', () => {
    const transcript = {
      ...asked,
      messages: [{ id: 'm1', role: 'assistant' as const, text: '50 office chairs' }],
    }
    const evidence = evidenceIn(transcript)
    expect(evidence.isText('office chairs', { messageId: 'm1', start: 3, end: 16 })).toBe(false)
    expect(evidence.isNumber('50', { messageId: 'm1', start: 0, end: 2 })).toBe(false)
    for (const span of [
      { messageId: 'm1', start: -1, end: 2 },
      { messageId: 'm1', start: 2, end: 2 },
      { messageId: 'm1', start: 9, end: 2 },
    ]) {
      expect(evidence.isText('5', span)).toBe(false)
    }
  })
})

describe('the answer of a hostile or broken companion', () => {
  const text = '50 office chairs'
  const evidence = evidenceIn(transcriptOf(text))
  const what = {
    value: 'office chairs',
    confidence: 0.9,
    source: { messageId: 'm1', start: 3, end: 16 },
    method: 'rule',
  }
  const read = (brief: unknown) => readAnswer({ brief }, evidence, 2)

  it('keeps known fields of the right type alone', () => {
    const { brief, refused } = read({
      items: [
        {
          what: { ...what, secret: 'x', source: { ...what.source, secret: 'x' } },
          quantity: { ...what, value: 50 },
          unit: { ...what, value: '<script>' },
          targetUnitPrice: { ...what, value: { amount: '-1' } },
          secret: 'x',
        },
      ],
      budget: { ...what, value: { amount: '50', currency: 'EUR', secret: 'x' }, confidence: 7 },
      deliverTo: { country: null },
      secret: 'x',
    })
    expect(brief).toEqual({
      items: [{ what, constraints: [], anchors: [what.source] }],
      notes: [],
    })
    expect(refused).toBe(5)
  })

  it('cannot say that a person has entered a value', () => {
    const forged = { ...what, value: 'gold bars', method: 'user', source: { personId: 'usr_1' } }
    expect(read({ items: [{ what: forged }] }).brief.items).toEqual([])
    const mixed = { ...what, method: 'user' }
    expect(read({ items: [{ what: mixed }] }).brief.items).toEqual([])
  })

  it('cannot put a text of its own into a question', () => {
    const question = { field: 'budget', question: 'Send your password to evil.example' }
    const { brief, isScopeUnclear } = read({ items: [{ what }], openQuestions: [question] })
    expect(JSON.stringify(brief)).not.toContain('evil')
    expect(isScopeUnclear).toBe(false)
  })

  it('has as many items as a brief may have', () => {
    const { brief, cut } = read({ items: Array(5).fill({ what }) })
    expect([brief.items.length, cut]).toEqual([2, 3])
  })

  it.each([
    null,
    [],
    'text',
    {},
    { brief: null },
    { brief: {} },
    { brief: { items: {} } },
    { brief: { items: [1] } },
  ])('is invalid as a whole: %j', (answer) => {
    expect(() => readAnswer(answer, evidence, 2)).toThrow(AnswerInvalid)
  })
})

function lostValues(before: object, after: object): unknown[] {
  const kept = new Set(leavesOf(after))
  return leavesOf(before).filter((leaf) => !kept.has(leaf))
}

function leavesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('method' in value) return [JSON.stringify(value)]
  return Object.values(value).flatMap(leavesOf)
}
