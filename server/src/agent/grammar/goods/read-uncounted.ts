import type { Leaf } from '../../brief.ts'
import { addConstraints, addItem, addNotes, articleQuantity, type Draft } from '../draft.ts'
import { readGoods, readQuantity } from '../read-phrase.ts'
import { leafOf, leafOfSpan, type Reading } from '../reading.ts'
import type { Sentence } from '../sentence.ts'
import type { Range } from '../sentences.ts'
import { columnOf } from '../tables/table-columns.ts'
import type { Token } from '../tokens.ts'
import { articles, finiteVerbs, negatingWords, requestWords } from '../words.ts'
import { looksLikeSentence, readDescription } from './descriptions.ts'
import { isGoods } from './goods-names.ts'

/** In a longer message goods without a quantity need a word that asks for them. */
const namingTokensMax = 24

/** Goods that nobody counts, or what is said about the goods before. */
export function readUncounted(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  range: Range,
  opened: number,
): void {
  const { tokens } = reading
  const last = draft.items.at(-1)
  const before = tokens.slice(opened, range.from)
  const article = before.at(-1)
  const isPurpose = before.some(({ lower }, at) => isPurposeAt(lower, before[at - 1]?.lower ?? ''))
  const isSaid = looksLikeSentence(tokens, { from: opened, to: range.to })
  const hasRequest =
    before.some(({ lower }) => requestWords.has(lower)) ||
    isLabelled(tokens, opened) ||
    (sentence.hasRequest &&
      !sentence.hasItem &&
      (sentence.asksForStock || (!isSaid && isAsked(reading, sentence, range.from))))
  const opensGoods = !isPurpose && ((hasRequest && !sentence.hasItem) || sentence.isList || !last)
  const isAnswer = tokens.length <= namingTokensMax
  if (
    opensGoods &&
    (hasRequest || sentence.isList || (!isSaid && isAnswer && !sentence.hasRequest))
  ) {
    const goods = readGoods(reading, range.from, range.to)
    const rest = readDescription(reading, { from: goods.next, to: range.to })
    if (
      goods.what &&
      isGoods(goods.what.value) &&
      isNoun(reading, goods.what) &&
      !isLabel(reading, range) &&
      !finiteVerbs.has(tokens[goods.next]?.lower ?? '')
    ) {
      const isOne = article !== undefined && articles.has(article.lower)
      const quantity = isOne ? leafOfSpan(reading, '1', article, articleQuantity) : undefined
      const unit = isOne ? leafOfSpan(reading, 'C62', article, articleQuantity) : undefined
      addItem(
        draft,
        {
          what: { ...goods.what, confidence: isOne ? 0.85 : 0.75 },
          quantity,
          unit,
          constraints: [...goods.constraints, ...rest.constraints],
        },
        reading.messageAt,
      )
      addNotes(draft, rest.notes)
      sentence.hasItem = true
      return
    }
  }
  if (sentence.isStrongCorrection && !isSaid) sentence.pending = pendingIn(reading, range)
  const whole = { from: keepsOpening(tokens, opened, range.from), to: range.to }
  if (last && !looksLikeSentence(tokens, range)) {
    const { constraints, notes } = readDescription(reading, whole)
    addConstraints(last, constraints)
    addNotes(draft, notes)
    return
  }
  addNotes(draft, [leafOf(reading, opened, range.to, 0.5)])
}

/** `change the quantity of table tops from 14 to 16`. */
function pendingIn(reading: Reading, { from, to }: Range): Leaf<string> | undefined {
  const { what } = readGoods(reading, from, to)
  return what && isGoods(what.value) && isNoun(reading, what) ? what : undefined
}

/** `looking for` asks, and `brauchen für die Werkstatt` says what for. */
function isPurposeAt(lower: string, before: string): boolean {
  if (lower !== 'for' && lower !== 'für') return false
  return !/^(?:looking|look|searching|search|quote|quotation|offer|price|prices|ask|asking|need|order|request|angebot|anfrage|bedarf|preis|preise|go)$/.test(
    before,
  )
}

/** So many tokens show whether a message has capital letters. */
const capitalsTokensMax = 200

/** In German goods have a capital letter, where the message has capital letters at all. */
export function isNoun({ tokens, language }: Reading, what: Leaf<string>): boolean {
  if (language !== 'de' || /\p{Lu}\p{Ll}*/u.test(what.value)) return true
  const first = tokens.slice(1, capitalsTokensMax)
  return !first.some(({ text }) => /^\p{Lu}\p{Ll}{2}/u.test(text))
}

/** `Neu: 6 Regale`: one word before a colon is the name of what follows. */
function isLabel(reading: Reading, { from, to }: Range): boolean {
  const { tokens } = reading
  if (to - from !== 1 || tokens[to]?.text !== ':') return false
  const end = Math.min(tokens.length, to + 8)
  const counted = readQuantity(reading, to + 1, end)
  if (!counted?.quantity) return false
  return /\p{L}{3}/u.test(readGoods(reading, counted.next, end).what?.value ?? '')
}

/** `Artikel: Feuerlöscher`. */
function isLabelled(tokens: readonly Token[], at: number): boolean {
  const [label, colon] = [tokens[at - 2], tokens[at - 1]]
  return colon?.text === ':' && label !== undefined && columnOf(label.text) === 'goods'
}

/** A word that asks stands before the goods, or nothing in the sentence is counted. */
function isAsked({ tokens }: Reading, { from, to }: Range, at: number): boolean {
  const isBefore = tokens.slice(from, at).some(({ lower }) => requestWords.has(lower))
  return isBefore || !tokens.slice(at, to).some(({ kind }) => kind === 'number')
}

/** `für das Büro` begins with its preposition although that is a filler elsewhere. */
function keepsOpening(tokens: readonly Token[], opened: number, from: number): number {
  for (let at = opened; at < from; at += 1) {
    const { lower } = tokens[at] as Token
    if (negatingWords.has(lower) || /^(?:for|für|with|mit|in|aus)$/.test(lower)) return at
  }
  return from
}
