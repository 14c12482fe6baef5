import { describe, expect, it } from 'vitest'
import type { Message } from '../../brief.ts'
import { type ExtractionInput, extractBrief } from '../../extract-brief.ts'
import { today } from '../../score-briefs.fixture.ts'

const buyer = (...texts: string[]): Message[] =>
  texts.map((text, at) => ({ id: `m${at + 1}`, role: 'buyer', text }))

const extract = (messages: readonly Message[], more: Partial<ExtractionInput> = {}) =>
  extractBrief({ messages, locale: 'en', currency: 'EUR', today, ...more })

describe('a date', () => {
  it.each([
    ['in two weeks', '2026-03-16', 'day'],
    ['bis KW 12', '2026-03-20', 'week'],
    ['bis KW 3', '2027-01-22', 'week'],
    ['Ende Mai', '2026-05-31', 'month'],
    ['Ende Februar', '2027-02-28', 'month'],
    ['by May', '2026-05-01', 'month'],
    ['in May', '2026-05-31', 'month'],
    ['before 1 February', '2027-02-01', 'day'],
    ['by 31.12.', '2026-12-31', 'day'],
    ['by 15/04/2026', '2026-04-15', 'day'],
    ['by 2028-02-29', '2028-02-29', 'day'],
    ['within 5 business days', '2026-03-09', 'day'],
    ['by tomorrow', '2026-03-03', 'day'],
    ['bis übermorgen', '2026-03-04', 'day'],
  ])('%s is %s', (text, date, precision) => {
    const { brief } = extract(buyer(`10 chairs ${text}`))
    expect(brief.neededBy?.value).toEqual({ date, precision })
    expect(brief.items.map(({ what }) => what?.value)).toEqual(['chairs'])
  })

  it.each(['by 31.02.2026', 'by 2026-02-30', 'by 31/04/2026', 'KW 60'])(
    'that does not exist is none: %s',
    (text) => {
      expect(extract(buyer(`10 chairs ${text}`)).brief.neededBy).toBeUndefined()
    },
  )

  it('of an offer is not that of the delivery', () => {
    expect(extract(buyer('10 chairs. Send your offer by Friday.')).brief.neededBy).toBeUndefined()
  })

  it('puts the month first in American English alone', () => {
    const by = (locale: string) =>
      extract(buyer('10 chairs by 03/04/2026'), { locale }).brief.neededBy?.value.date
    expect([by('en-US'), by('en-GB'), by('de')]).toEqual(['2026-03-04', '2026-04-03', '2026-04-03'])
  })
})

describe('a date at the end of a year', () => {
  it.each([
    ['KW 1', '2026-12-30', '2027-01-08'],
    ['KW 53', '2027-01-01', '2027-01-01'],
    ['KW 52', '2024-12-30', '2025-12-26'],
    ['KW 53', '2027-06-02', undefined],
    ['KW 53/2026', '2025-06-02', '2027-01-01'],
    ['by 5 January', '2026-12-20', '2027-01-05'],
    ['bis 03.01.', '2026-12-31', '2027-01-03'],
    ['tomorrow', '2026-12-31', '2027-01-01'],
    ['in two weeks', '2026-12-24', '2027-01-07'],
    ['next month', '2026-12-15', '2027-01-31'],
    ['Anfang Januar', '2026-12-15', '2027-01-10'],
    ['early March', '2026-03-20', '2027-03-10'],
    ['Mitte des Monats', '2026-12-20', '2027-01-15'],
    ['by May', '2026-05-20', '2026-05-31'],
    ['by 29 February', '2026-03-02', undefined],
    ['in 2-3 weeks', '2026-12-20', '2027-01-10'],
  ])('%s on %s', (text, day, date) => {
    const { brief } = extract(buyer(`10 chairs ${text}`), { today: day })
    expect(brief.neededBy?.value.date).toBe(date)
    expect(brief.items.map(({ quantity }) => quantity?.value)).toEqual(['10'])
  })

  it('that has passed becomes a question', () => {
    const { brief } = extract(buyer('10 chairs by 2026-02-01'))
    expect(brief.openQuestions).toContainEqual({
      field: 'neededBy',
      question: '2026-02-01 has passed. When do you need it?',
    })
  })

  it('with two readings becomes a question where nobody knows which', () => {
    const asked = (locale: string) =>
      extract(buyer('10 chairs by 03/04/2026'), { locale }).brief.openQuestions.find(
        ({ field }) => field === 'neededBy',
      )
    expect(asked('en')?.options).toEqual(['2026-03-04', '2026-04-03'])
    expect([asked('en-GB'), asked('en-US')]).toEqual([undefined, undefined])
  })
})
