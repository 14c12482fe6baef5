import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Amount, Brief, BriefItem } from './brief.ts'
import { extractBrief } from './extract-brief.ts'

export type Phrase = {
  readonly id: string
  readonly lang: 'en' | 'de'
  readonly say: readonly string[]
  readonly expect: {
    readonly items: readonly {
      readonly what: string
      readonly quantity?: string
      readonly unit?: string
      readonly constraints?: readonly string[]
      readonly price?: string
    }[]
    readonly budget?: string
    readonly currency?: string
    readonly country?: string
    readonly city?: string
    readonly by?: string
    readonly notes?: readonly string[]
  }
}

/** A Monday. Relative dates of the phrases count from it. */
export const today = '2026-03-02'

export function readPhrases(name: string): Phrase[] {
  const file = join(import.meta.dirname, '../../test/data/briefs', name)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Phrase)
}

export function extractPhrase({ say, lang }: Phrase): Brief {
  const messages = say.map((text, at) => ({ id: `m${at}`, role: 'buyer' as const, text }))
  return extractBrief({ messages, locale: lang, currency: 'EUR', today }).brief
}

export type Count = { right: number; wrong: number; missing: number }
export type Mistake = { readonly id: string; readonly field: string; readonly text: string }

export function f1Of({ right, wrong, missing }: Count): number {
  return right === 0 ? 0 : (2 * right) / (2 * right + wrong + missing)
}

/** Right, wrong and missing values by field, over all phrases. */
export function scorePhrases(phrases: readonly Phrase[]) {
  const counts = new Map<string, Count>()
  const mistakes: Mistake[] = []
  for (const phrase of phrases) {
    const brief = extractPhrase(phrase)
    for (const [field, found, expected] of pairsOf(brief, phrase.expect)) {
      const count = counts.get(field) ?? { right: 0, wrong: 0, missing: 0 }
      counts.set(field, count)
      const left = [...expected]
      for (const one of found) {
        const at = left.indexOf(one)
        if (at === -1) count.wrong += 1
        else {
          count.right += 1
          left.splice(at, 1)
        }
      }
      count.missing += left.length
      if (left.length > 0 || found.length > expected.length) {
        const text = `found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`
        mistakes.push({ id: phrase.id, field, text })
      }
    }
  }
  return { counts, mistakes }
}

type Pair = readonly [field: string, found: readonly string[], expected: readonly string[]]

function pairsOf(brief: Brief, expected: Phrase['expect']): Pair[] {
  const one = (text: string | undefined) => (text === undefined ? [] : [text.toLowerCase()])
  const wanted = [...expected.items]
  const items = brief.items.map((item) => {
    const at = wanted.findIndex((other) => other.what.toLowerCase() === nameOf(item))
    return { item, other: at === -1 ? undefined : wanted.splice(at, 1)[0] }
  })
  // Goods with another name are compared with what is left, in order.
  for (const pair of items) pair.other ??= wanted.shift()
  const rest = wanted.map((other) => ({ item: undefined, other }))
  const ofItems = [...items, ...rest].flatMap(({ item, other }): Pair[] => [
    ['what', one(item?.what?.value), one(other?.what)],
    ['quantity', one(item?.quantity?.value), one(other?.quantity)],
    ['unit', one(item?.unit?.value), one(other?.unit)],
    [
      'constraints',
      (item?.constraints ?? []).map(({ value }) => value.toLowerCase()),
      (other?.constraints ?? []).map((text) => text.toLowerCase()),
    ],
    ['targetUnitPrice', one(amountOf(item?.targetUnitPrice?.value)), one(other?.price)],
  ])
  return [
    ...ofItems,
    ['budget', one(amountOf(brief.budget?.value)), one(expected.budget)],
    ['currency', one(brief.currency?.value), one(expected.currency)],
    ['country', one(brief.deliverTo?.country?.value), one(expected.country)],
    ['city', one(brief.deliverTo?.city?.value), one(expected.city)],
    ['neededBy', one(brief.neededBy?.value.date), one(expected.by)],
    [
      'notes',
      brief.notes.map(({ value }) => value.toLowerCase()),
      (expected.notes ?? []).map((text) => text.toLowerCase()),
    ],
  ]
}

function nameOf({ what }: BriefItem): string | undefined {
  return what?.value.toLowerCase()
}

function amountOf(value: Amount | undefined): string | undefined {
  return value && `${value.amount} ${value.currency ?? ''}`.trim()
}
