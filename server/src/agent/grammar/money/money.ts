import type { Language, NumberFound } from '../numbers/number-found.ts'
import { numberAt } from '../numbers/numbers.ts'
import type { Token } from '../tokens.ts'
import { unitOfWord } from '../units.ts'
import { currencyAt } from './currencies.ts'
import { amountOf, dashEnd, thousandsAt, thousandsCode } from './money-notations.ts'

/** `of` decides whether the amount is a price of one or a budget for everything. */
export type MoneyFound = {
  readonly amount: string | undefined
  readonly currency: string | undefined
  readonly of: 'one' | 'all' | 'unknown'
  readonly qualifier: 'max' | 'about' | 'exact'
  readonly isRejected: boolean
  /** The span of the amount with its currency. */
  readonly start: number
  readonly end: number
  readonly currencyStart: number | undefined
  readonly currencyEnd: number | undefined
  readonly from: number
  readonly to: number
}

export type MoneyContext = {
  readonly language: Language
  /** The currency of the session. It decides which dollar or crown is meant. */
  readonly currency: string
  /** The sentence that is looked at: `from` and `to` are its tokens. */
  readonly from: number
  readonly to: number
  readonly isFree: (at: number) => boolean
}

const perWords = new Set(['per', 'pro', 'je', '/', 'each', 'apiece', 'a', 'das', 'die', 'das', 'p'])
const eachWords = new Set(['each', 'apiece', 'jeweils', 'stückpreis', 'einzelpreis', 'ea'])
const priceCues = new Set([
  'stückpreis',
  'zielpreis',
  'einzelpreis',
  'unit',
  'per',
  'pro',
  'je',
  'target',
  'jeweils',
  'preisziel',
  'wunschpreis',
  'apiece',
  'each',
  'ep',
  'e-preis',
])
const budgetCues = new Set(
  (
    'budget budgets total altogether overall spend spending limit cap pay insgesamt gesamt gesamtbudget budgetrahmen kostenrahmen ausgeben obergrenze gesamtpreis ' +
    'gesamtkosten rahmen in-all summe zusammen everything alles budgetiert verfügung all-in gesamtbetrag gesamtrahmen gesamtvolumen gp capped ceiling'
  ).split(' '),
)
const maxCues = new Set(
  'max max. maximum maximal under below up höchstens unter bis than most over limit cap obergrenze maximale cheaper günstiger'.split(
    ' ',
  ),
)
const aboutCues = new Set(
  'about around approximately approx approx. ca ca. circa etwa ungefähr rund roughly'.split(' '),
)
const rejectingWords = new Set(['much', 'expensive', 'teuer', 'viel'])

/** The amounts of a sentence. */
export function findMoney(tokens: readonly Token[], context: MoneyContext): MoneyFound[] {
  const { from, to, isFree, language, currency } = context
  const found: MoneyFound[] = []
  const words = sentenceWords(tokens, from, to)
  for (let at = from; at < to; at += 1) {
    if (!isFree(at)) continue
    const before = currencyAt(tokens, at, currency)
    const numberFrom = before ? before.next : at
    if (before && tokens[numberFrom]?.kind !== 'number') continue
    const hasUnit = before === undefined && !isMoneyNumber(tokens, numberFrom, context)
    const use = useOf(tokens, numberFrom, to, words)
    const first = hasUnit ? undefined : numberAt(tokens, numberFrom, language, use)
    if (!first || first.next > to) continue
    const upper = rangeEnd(tokens, numberFrom, first.next, { ...context, use })
    const number = upper ?? first
    const scaled = before ? undefined : thousandsAt(tokens, number.next)
    const figuresEnd = dashEnd(tokens, number.next)
    const after = before ? undefined : (scaled ?? currencyAt(tokens, figuresEnd, currency))
    const isBare =
      figuresEnd > number.next ||
      isBareBudget(tokens, numberFrom, number.next, words) ||
      isBarePrice(tokens, numberFrom) ||
      isPricePerUnit(tokens, numberFrom, number.next)
    if (!before && !after && !isBare) continue
    const code = before?.code ?? after?.code
    const next = after ? after.next : figuresEnd
    const of = ofOne(tokens, at, next, to, words)
    const ends = { start: (tokens[at] as Token).start, end: (tokens[next - 1] as Token).end }
    const currencyAtToken = before ? at : after ? after.next - 1 : undefined
    found.push({
      amount: amountOf(number.value, code, scaled !== undefined),
      currency:
        code === 'cent' ? (currency === 'USD' || currency === 'EUR' ? currency : undefined) : code,
      of: of.of,
      qualifier: upper ? 'max' : qualifierOf(tokens, from, at),
      isRejected: isRejected(tokens, next, to),
      ...ends,
      currencyStart: startOfCurrency(tokens[currencyAtToken ?? -1]),
      currencyEnd: currencyAtToken === undefined ? undefined : tokens[currencyAtToken]?.end,
      from: leadOf(tokens, at, from, isFree),
      to: of.next,
    })
    at = of.next - 1
  }
  return found
}

/** In `TEUR` the currency begins behind the letter of the thousand. */
function startOfCurrency(token: Token | undefined): number | undefined {
  return token && thousandsCode(token) ? token.start + 1 : token?.start
}

/** `5,000-7,000`, `5k to 7k`, `between 5 and 7`: the second number. */
function rangeEnd(
  tokens: readonly Token[],
  first: number,
  next: number,
  { language, use, to, currency }: MoneyContext & { readonly use: 'total' | 'price' },
): NumberFound | undefined {
  const at = currencyAt(tokens, next + 1, currency)?.next ?? next + 1
  const [before, mark, second] = [tokens[next - 1], tokens[next], tokens[at]]
  if (!before || !mark || second?.kind !== 'number' || at >= to) return undefined
  const isClose = before.end === mark.start && mark.end === second.start
  const isBetween = /^(?:between|zwischen)$/.test(tokens[first - 1]?.lower ?? '')
  const joins =
    /^(?:to|bis)$/.test(mark.lower) ||
    (/^[-–]$/.test(mark.text) && isClose) ||
    (/^(?:and|und)$/.test(mark.lower) && isBetween)
  return joins ? numberAt(tokens, at, language, use) : undefined
}

function sentenceWords(tokens: readonly Token[], from: number, to: number): ReadonlySet<string> {
  return new Set(tokens.slice(from, to).map((one) => one.lower))
}

/** A word is a number of money only where a currency follows it: most words are none. */
function isMoneyNumber(
  tokens: readonly Token[],
  at: number,
  { language, currency }: MoneyContext,
): boolean {
  const token = tokens[at]
  if (token?.kind === 'number') return true
  if (token?.kind !== 'word') return false
  const number = numberAt(tokens, at, language, 'total')
  return number !== undefined && currencyAt(tokens, number.next, currency) !== undefined
}

function useOf(
  tokens: readonly Token[],
  at: number,
  to: number,
  words: ReadonlySet<string>,
): 'total' | 'price' {
  const isBudget = [...budgetCues].some((cue) => words.has(cue))
  if (isBudget) return 'total'
  const near = tokens.slice(Math.max(0, at - 3), Math.min(to, at + 5))
  return near.some(({ lower }) => perWords.has(lower) || priceCues.has(lower)) ? 'price' : 'total'
}

/** `target is 12.90 per unit`: a word of prices before it and a unit of one behind it. */
function isPricePerUnit(tokens: readonly Token[], at: number, next: number): boolean {
  const [per, unit] = [tokens[next]?.lower ?? '', tokens[next + 1]?.lower ?? '']
  const isEach =
    eachWords.has(per) || (/^(?:per|pro|je|\/)$/.test(per) && unitOfWord(unit)?.kind === 'piece')
  if (tokens[at]?.kind !== 'number' || !isEach) return false
  // `18,50/Stk.`
  if (/^\d+[.,]\d{2}$/.test(tokens[at]?.text ?? '')) return true
  const before = tokens.slice(Math.max(0, at - 4), at)
  return before.some(({ lower }) =>
    /^(?:target|price|preis|zielpreis|preisziel|max\.?|cost|at|@|zu)$/.test(lower),
  )
}

/** `EP 349,00`, `@ 4.50`: the word before says that it is a price. */
function isBarePrice(tokens: readonly Token[], at: number): boolean {
  const before = tokens[tokens[at - 1]?.text === ':' ? at - 2 : at - 1]?.lower ?? ''
  const isCue = /^(?:ep|e-preis|einzelpreis|stückpreis|zielpreis|@)$/.test(before)
  const hasUnit = unitOfWord(tokens[at + 1]?.lower ?? '') !== undefined
  return isCue && tokens[at]?.kind === 'number' && !hasUnit
}

/** `The budget is 5,000`: no currency, no unit behind the number, and the word before it. */
function isBareBudget(
  tokens: readonly Token[],
  at: number,
  next: number,
  words: ReadonlySet<string>,
): boolean {
  if (tokens[at]?.kind !== 'number' || ![...budgetCues].some((cue) => words.has(cue))) return false
  const after = tokens[next]
  const closes = !after || after.kind === 'mark' || fillersOfBudget.has(after.lower)
  for (let back = at - 1; back >= Math.max(0, at - 6); back -= 1) {
    const token = tokens[back] as Token
    if (budgetCues.has(token.lower)) return closes
    if (token.kind === 'mark' && token.text !== ':') return false
  }
  return false
}
const fillersOfBudget = new Set([
  'instead',
  'statt',
  'in',
  'total',
  'insgesamt',
  'for',
  'für',
  'max',
  'maximal',
  'nicht',
])

/** Whether a price of one follows, and where it ends: `per box`, `/kg`, `each`, `das Stück`. */
function ofOne(
  tokens: readonly Token[],
  at: number,
  next: number,
  to: number,
  words: ReadonlySet<string>,
): { readonly of: MoneyFound['of']; readonly next: number } {
  let after = next
  while (
    after < Math.min(to, next + 3) &&
    /^(?:max\.?|maximum|maximal|höchstens|netto|net|brutto|gross)$/.test(tokens[after]?.lower ?? '')
  )
    after += 1
  const [first, second] = [tokens[after], tokens[after + 1]]
  if (first && after < to) {
    if (eachWords.has(first.lower)) return { of: 'one', next: after + 1 }
    const opensUnit = ['per', 'pro', 'je', '/', 'a', 'das', 'die', 'the', 'der'].includes(
      first.lower,
    )
    if (opensUnit && second && after + 1 < to && second.kind === 'word') {
      const isUnit = unitOfWord(second.lower) !== undefined
      if (isUnit || ['per', 'pro', 'je', '/'].includes(first.lower))
        return { of: 'one', next: after + 2 }
    }
  }
  const [before, beforeThat] = [tokens[at - 1]?.lower ?? '', tokens[at - 2]?.lower ?? '']
  const isCapped = ['capped', 'limited', 'set', 'budget', 'total'].includes(beforeThat)
  if (
    (['at', 'à', '@'].includes(before) && !isCapped) ||
    (before === 'zu' && beforeThat !== 'bis')
  ) {
    return { of: 'one', next }
  }
  for (let back = at - 1; back >= Math.max(0, at - 6); back -= 1) {
    const { lower, text } = tokens[back] as Token
    // `18.50 USD each, that is 1,480 USD`: the words belong to the amount before.
    if (
      text === '\n' ||
      text === ';' ||
      (text === ',' && eachWords.has(tokens[back - 1]?.lower ?? ''))
    )
      break
    if (lower === 'target' || priceCues.has(lower)) {
      const isWhole = lower === 'target' && words.has('budget')
      if (!isWhole) return { of: 'one', next }
    }
    if (budgetCues.has(lower)) break
  }
  return {
    of: [...budgetCues].some((cue) => words.has(cue)) ? 'all' : 'unknown',
    next: tailEnd(tokens, next, to),
  }
}

/** `in total`, `insgesamt`, `or less` belong to the amount before them. */
function tailEnd(tokens: readonly Token[], from: number, to: number): number {
  let next = from
  while (next < to && next < from + 3 && tails.has(tokens[next]?.lower ?? '')) next += 1
  return next
}
const tails = new Set(
  'in total insgesamt gesamt overall altogether or less maximum max max. maximal höchstens budget zusammen'.split(
    ' ',
  ),
)

function qualifierOf(tokens: readonly Token[], from: number, at: number): MoneyFound['qualifier'] {
  for (let back = at - 1; back >= Math.max(from, at - 5); back -= 1) {
    const { lower } = tokens[back] as Token
    if (maxCues.has(lower)) return 'max'
    if (aboutCues.has(lower)) return 'about'
  }
  return 'exact'
}

function isRejected(tokens: readonly Token[], next: number, to: number): boolean {
  for (let at = next; at < Math.min(to, next + 6); at += 1) {
    const { lower, text } = tokens[at] as Token
    if (text === ',' || text === ';') return false
    if (rejectingWords.has(lower)) return true
  }
  return false
}

const leads = new Set([
  ...maxCues,
  ...aboutCues,
  ...priceCues,
  ...budgetCues,
  ...(
    'our the is of a an at for price no not more nicht mehr als der das die den unser unsere unser liegt bei von preis piece stück stk stk. kosten darf dürfen sollte soll should must may wir can ' +
    'have we to sind beträgt wäre ist sie bitte erhöhen auf set and raise increase change now : = our target und zum zu einem was für with mit mein my less it cost costs kostet budget ' +
    'less cheap must exceed exceeding überschreiten exceeds only nur den dem haben steht stehen uns mal ein eine to. between zwischen from'
  ).split(' '),
])

/** What leads to an amount belongs to it: `no more than`, `maximal`, `our budget is`. */
function leadOf(
  tokens: readonly Token[],
  at: number,
  from: number,
  isFree: (at: number) => boolean,
): number {
  let first = at
  while (first > from && at - first < 10) {
    const before = tokens[first - 1] as Token
    const beforeThat = tokens[first - 2]?.lower ?? ''
    const isGoods =
      (beforeThat === 'pro' || beforeThat === 'je' || beforeThat === 'per') &&
      before.kind === 'word'
    if (!isFree(first - 1) || !(leads.has(before.lower) || isGoods)) break
    first -= 1
  }
  return first
}
