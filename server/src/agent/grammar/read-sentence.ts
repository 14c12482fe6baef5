import { cancelledClauses, isCorrection, takeFormer } from './changes.ts'
import { addConstraints, type Draft, type DraftItem, removeItems } from './draft.ts'
import { readRequirement } from './goods/descriptions.ts'
import { namesSameNumber } from './goods/inner-quantities.ts'
import { readGoodsPhrase } from './goods/read-goods-phrase.ts'
import { findMoney, type MoneyFound } from './money/money.ts'
import { addAmounts } from './money/read-amounts.ts'
import { numberAt } from './numbers/numbers.ts'
import { skipFillers } from './phrase-start.ts'
import { readBracketed } from './read-bracketed.ts'
import { readQuantity } from './read-phrase.ts'
import { type Reading, take } from './reading.ts'
import { clauseAround, reportsPayment } from './reports.ts'
import type { Sentence } from './sentence.ts'
import { phrasesOf, type Range } from './sentences.ts'
import type { Token } from './tokens.ts'
import { articles, requestWords, vague } from './words.ts'

const removingWords = new Set(
  'drop remove cancel forget scrap skip delete weglassen entfernen streichen streich streichen stornieren raus weg'.split(
    ' ',
  ),
)
const modalWords = new Set('must müssen muss sollen sollten should shall soll sollte'.split(' '))
const replacingWords = new Set(['instead', 'statt', 'anstatt', 'anstelle'])

const correctingWords = new Set(
  'make change actually rather instead increase reduce only just now still need lieber doch statt besser ändern erhöhen nur sondern jetzt brauchen'.split(
    ' ',
  ),
)

const quantityWords = new Set(
  'qty qtys quantity quantities menge mengen stückzahl stückzahlen'.split(' '),
)

/** Reads the goods and amounts of a sentence, after its dates and places. */
export function readSentence(draft: Draft, reading: Reading, range: Range): void {
  const { tokens } = reading
  for (const clause of cancelledClauses(reading, range)) {
    removeItems(draft, reading, clause)
    take(reading, clause.from, clause.to)
  }
  const removed = findRemoved(reading, range)
  if (removed && removeItems(draft, reading, removed)) return
  takeFormer(reading, range)
  takeReplaced(reading, range)
  readBracketed(draft, reading, range)
  const words = new Set(tokens.slice(range.from, range.to).map(({ lower }) => lower))
  const isFree = (at: number) => reading.free[at] === 1
  const allAmounts = findMoney(tokens, {
    ...range,
    language: reading.language,
    currency: reading.currency,
    isFree,
  })
  for (const { from, to } of allAmounts) take(reading, from, to)
  // What somebody has paid is no budget.
  const amounts = allAmounts.filter((one) => !reportsPayment(reading, clauseAround(reading, one)))
  const startsItem = (at: number) => opensItem(reading, at)
  if ([...modalWords].some((word) => words.has(word)) && draft.items.length > 0) {
    const phrases = phrasesOf(tokens, range, isFree, startsItem)
    const hasQuantity = phrases.some(({ from, to }) =>
      readQuantity(reading, skipFillers(reading, from, to), to),
    )
    if (!hasQuantity) {
      for (const phrase of phrases)
        addConstraints(draft.items.at(-1) as DraftItem, readRequirement(reading, phrase))
      addAmounts(draft, reading, amounts)
      return
    }
  }
  const isList = isPlainList(reading, range, words)
  const sentence: Sentence = {
    ...range,
    hasRequest: [...words].some((word) => requestWords.has(word)) || asksForStock(words),
    asksForStock: asksForStock(words),
    isList,
    isCorrection: [...words].some((word) => correctingWords.has(word)),
    isStrongCorrection: isCorrection(reading, range),
    namesQuantities: [...words].some((word) => quantityWords.has(word)),
    hasItem: false,
    isReport: false,
    pending: undefined,
  }
  const joint = (at: number) => startsItem(at) || isList
  readInOrder(draft, reading, sentence, phrasesOf(tokens, range, isFree, joint), amounts)
}

/** `Do you have plywood?`, `Haben Sie Regale?`, `How much would carpets cost?` */
function asksForStock(words: ReadonlySet<string>): boolean {
  const hasOne = (...some: string[]) => some.some((word) => words.has(word))
  if (words.has('you') && hasOne('have', 'stock', 'carry', 'sell') && hasOne('do', 'would', 'can'))
    return true
  if (words.has('sie') && hasOne('haben', 'führen', 'verkaufen')) return true
  return (words.has('how') && words.has('much')) || (words.has('was') && hasOne('kosten', 'kostet'))
}

/** Phrases and amounts in the order of the text, so that a price belongs to the goods before it. */
function readInOrder(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  phrases: readonly Range[],
  amounts: readonly MoneyFound[],
): void {
  let next = 0
  const waiting: MoneyFound[] = []
  for (const phrase of phrases) {
    while ((amounts[next]?.from ?? Number.POSITIVE_INFINITY) < phrase.from) {
      const amount = amounts[next++] as MoneyFound
      if (sentence.hasItem || (draft.items.length > 0 && !sentence.hasRequest))
        addAmounts(draft, reading, [amount])
      else waiting.push(amount)
    }
    readGoodsPhrase(draft, reading, sentence, phrase)
    if (sentence.hasItem) addAmounts(draft, reading, waiting.splice(0))
  }
  addAmounts(draft, reading, [...waiting, ...amounts.slice(next)])
}

/** What follows these words stays, or comes in place of what goes. */
const contrasts = new Set(['but', 'aber', 'keep', 'behalten'])

/** `Cancel the chairs`: the goods that go. Undefined where the sentence says what comes in their place. */
function findRemoved({ tokens }: Reading, { from, to }: Range): Range | undefined {
  const words = tokens.slice(from, to).map(({ lower }) => lower)
  if (words.includes('sondern') || words.some((word) => replacingWords.has(word))) return undefined
  const isTakenBack = words.includes('doch') && /^(?:nicht|keinen?)$/m.test(words.join('\n'))
  const verb = words.findIndex((word) => removingWords.has(word))
  if (verb === -1 && !isTakenBack) return undefined
  const contrast = words.findIndex((word, at) => at > verb && contrasts.has(word))
  return { from, to: contrast === -1 ? to : from + contrast }
}

const denyingWords = new Set(['not', 'nicht'])

/** `20 instead of 10`, `not 10 but 20`: the number after the word is the old one. */
function takeReplaced(reading: Reading, { from, to }: Range): void {
  const { tokens, language } = reading
  for (let at = from; at < to; at += 1) {
    const lower = tokens[at]?.lower ?? ''
    if (reading.free[at] === 0) continue
    if (denyingWords.has(lower)) {
      const number = numberAt(tokens, at + 1, language, 'count')
      if (number && number.next <= to && tokens[at + 1]?.kind === 'number') {
        take(reading, at, number.next)
      }
      continue
    }
    if (!replacingWords.has(lower)) continue
    const first = ['of', 'von', 'der', 'den'].includes(tokens[at + 1]?.lower ?? '')
      ? at + 2
      : at + 1
    const number = numberAt(tokens, first, language, 'count')
    if (number && number.next <= to) take(reading, at, number.next)
    else take(reading, at, at + 1)
  }
}
function opensItem(reading: Reading, at: number): boolean {
  const { tokens, language } = reading
  // `two hundred and fifty`
  if (/^(?:hundred|thousand)$/.test(tokens[at - 2]?.lower ?? '')) return false
  // `a dozen and a half`
  if (tokens[at + 1]?.lower === 'half') return false
  let first = at
  while (
    first < at + 3 &&
    [
      'dafür',
      'stattdessen',
      'dann',
      'then',
      'dazu',
      'nur',
      'je',
      'only',
      'rund',
      'circa',
      'mindestens',
      'also',
      'another',
      'noch',
      'auch',
      'weitere',
      'about',
      'etwa',
      'ca.',
      'zusätzlich',
    ].includes(tokens[first]?.lower ?? '')
  ) {
    first += 1
  }
  const word = tokens[first]?.lower ?? ''
  return (
    namesSameNumber(tokens, at) ||
    numberAt(tokens, first, language, 'count') !== undefined ||
    articles.has(word) ||
    vague.has(word)
  )
}

/** `We need chairs, tables and lamps`: goods without numbers. */
function isPlainList(reading: Reading, { from, to }: Range, words: ReadonlySet<string>): boolean {
  if (!(words.has('and') || words.has('und')) || ![...words].some((word) => requestWords.has(word)))
    return false
  let hasComma = false
  let afterComma = 0
  for (let at = from; at < to; at += 1) {
    const token = reading.tokens[at] as Token
    if (reading.free[at] === 0) continue
    if (token.kind === 'number') return false
    if (token.text === ',') [hasComma, afterComma] = [true, at]
    if (hasComma && /^(?:and|und)$/.test(token.lower) && at - afterComma <= 4) return to - at <= 4
  }
  return false
}
