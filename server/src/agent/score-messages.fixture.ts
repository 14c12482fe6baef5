import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Brief, BriefItem, Leaf } from './brief.ts'
import { extractBrief } from './extract-brief.ts'
import { readPhrases, today } from './score-briefs.fixture.ts'

/** What a message should become. Alternatives stand between bars; an empty one allows that the value is absent. */
export type JudgedMessage = {
  readonly id: string
  readonly kind: string
  readonly language: string
  readonly today: string
  readonly say: readonly string[]
  readonly expected: Expected
}
type ExpectedItem = {
  readonly what: string
  readonly quantity?: string
  /** Every code that is right; null where none is right too. */
  readonly units?: readonly (string | null)[]
  readonly constraints: readonly string[]
  readonly unitPrice?: string
}
type Expected = {
  readonly items: readonly ExpectedItem[]
  readonly budget?: string
  readonly currency?: string
  readonly country?: string
  readonly city?: string
  readonly neededBy?: string
}

export const messageSets = ['phrases', 'held-out', 'messages', 'unseen-messages'] as const
export type MessageSet = (typeof messageSets)[number]

/** The messages of a set. What it refuses, it names by line and field and never by content. */
export function readMessageSet(set: MessageSet): JudgedMessage[] {
  if (set === 'phrases' || set === 'held-out') return readPhrases(`${set}.jsonl`).map(judgedPhrase)
  const file = join(import.meta.dirname, '../../test/data/briefs', `${set}.jsonl`)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line, at) => readMessageLine(line, `${set}.jsonl, line ${at + 1}`))
}

export function readMessageLine(line: string, place: string): JudgedMessage {
  const refuse = (field: string): never => {
    throw new Error(`${place}: the field ${field} is not as SOURCE.md says`)
  }
  let read: Record<string, unknown>
  try {
    read = JSON.parse(line)
  } catch {
    return refuse('(the line is no JSON)')
  }
  for (const field of ['language', 'today', 'text']) {
    if (typeof read[field] !== 'string') refuse(field)
  }
  const expected = read.expected as Expected | undefined
  if (!Array.isArray(expected?.items)) return refuse('expected.items')
  for (const [at, item] of expected.items.entries()) {
    if (typeof item.what !== 'string') refuse(`expected.items[${at}].what`)
  }
  const kind = typeof read.kind === 'string' ? read.kind : 'other'
  const items = expected.items.map((item) => ({ ...item, constraints: item.constraints ?? [] }))
  return {
    id: String(read.id),
    kind,
    language: read.language as string,
    today: read.today as string,
    say: [read.text as string],
    expected: { ...expected, items },
  }
}

function judgedPhrase({ id, lang, say, expect }: ReturnType<typeof readPhrases>[number]) {
  const amount = (text: string | undefined) => text?.split(' ')[0]
  const { items, by, budget, currency, country, city } = expect
  return {
    id,
    kind: lang,
    language: lang,
    today,
    say,
    expected: {
      items: items.map(({ what, quantity, unit, constraints = [], price }) => ({
        what,
        constraints,
        ...(quantity && { quantity }),
        ...(unit && { units: [unit] }),
        ...(price && { unitPrice: amount(price) as string }),
      })),
      ...(budget && { budget: amount(budget) as string }),
      ...(currency && { currency }),
      ...(country && { country }),
      ...(city && { city }),
      ...(by && { neededBy: by }),
    },
  }
}

/** How a set, or one kind of it, was read. */
export type Figures = {
  messages: number
  /** Messages whose every value is right. */
  right: number
  goods: Outcome
  quantity: Outcome
  /** Values with a confidence of 0.9 or more, and how many of them are right. */
  sure: number
  sureRight: number
}
export type Outcome = { right: number; wrong: number; missing: number }

const noOutcome = (): Outcome => ({ right: 0, wrong: 0, missing: 0 })
const noFigures = (): Figures => ({
  messages: 0,
  right: 0,
  goods: noOutcome(),
  quantity: noOutcome(),
  sure: 0,
  sureRight: 0,
})

/** The figures of each kind, and of all under the name `all`. */
export function scoreMessages(messages: readonly JudgedMessage[]): ReadonlyMap<string, Figures> {
  const kinds = new Map<string, Figures>([['all', noFigures()]])
  for (const message of messages) {
    const judged = judge(briefOfMessage(message), message.expected)
    for (const kind of ['all', message.kind]) {
      const figures = kinds.get(kind) ?? noFigures()
      kinds.set(kind, figures)
      add(figures, judged)
    }
  }
  return kinds
}

export function briefOfMessage({ say, language, today: day }: JudgedMessage): Brief {
  const messages = say.map((text, at) => ({ id: `m${at}`, role: 'buyer' as const, text }))
  return extractBrief({ messages, locale: language, currency: 'EUR', today: day }).brief
}

export type Shares = {
  readonly messages: number
  readonly precision: number
  readonly recall: number
  readonly quantityF1: number
  readonly right: number
  /** Of the values with a confidence of 0.9 or more, the share that is right. */
  readonly calibration: number
}

export function sharesOf({ messages, right, goods, quantity, sure, sureRight }: Figures): Shares {
  const share = (part: number, whole: number) => (whole === 0 ? 1 : round(part / whole))
  return {
    messages,
    precision: share(goods.right, goods.right + goods.wrong),
    recall: share(goods.right, goods.right + goods.missing),
    quantityF1: share(2 * quantity.right, 2 * quantity.right + quantity.wrong + quantity.missing),
    right: share(right, messages),
    calibration: share(sureRight, sure),
  }
}

const round = (share: number) => Math.round(share * 1_000) / 1_000

function add(figures: Figures, judged: Judged): void {
  figures.messages += 1
  if (judged.mistakes.length === 0) figures.right += 1
  for (const field of ['goods', 'quantity'] as const) {
    for (const outcome of ['right', 'wrong', 'missing'] as const) {
      figures[field][outcome] += judged[field][outcome]
    }
  }
  figures.sure += judged.sure
  figures.sureRight += judged.sureRight
}

export type Judged = Pick<Figures, 'goods' | 'quantity' | 'sure' | 'sureRight'> & {
  readonly mistakes: string[]
}

const sureFrom = 0.9

/** Compares a brief with the one expected, value by value. */
export function judge(brief: Brief, expected: Expected): Judged {
  const judged: Judged = {
    goods: noOutcome(),
    quantity: noOutcome(),
    sure: 0,
    sureRight: 0,
    mistakes: [],
  }
  const left = new Set(brief.items)
  for (const wanted of expected.items) {
    const item = bestItem([...left], wanted)
    if (item) {
      left.delete(item)
      judgeItem(judged, item, wanted)
    } else {
      judged.goods.missing += 1
      judged.quantity.missing += 1
      judged.mistakes.push(`missing: ${wanted.what}`)
    }
  }
  for (const item of left) {
    judged.goods.wrong += 1
    if (item.quantity) judged.quantity.wrong += 1
    for (const leaf of [item.what, item.quantity]) countSure(judged, leaf, false)
    judged.mistakes.push(
      `nobody asked for: ${item.quantity?.value ?? ''} ${item.what?.value ?? ''}`,
    )
  }
  const amount = brief.budget && { ...brief.budget, value: brief.budget.value.amount }
  judgeValue(judged, 'budget', amount, expected.budget)
  judgeValue(judged, 'currency', brief.currency, expected.currency)
  judgeValue(judged, 'country', brief.deliverTo?.country, expected.country)
  judgeValue(judged, 'city', brief.deliverTo?.city, expected.city)
  const by = brief.neededBy && { ...brief.neededBy, value: brief.neededBy.value.date }
  judgeValue(judged, 'neededBy', by, expected.neededBy)
  return judged
}

const alternativesOf = (text: string | undefined) => (text ?? '').split('|')

function isOneOf(value: string | undefined, expected: string | undefined): boolean {
  return alternativesOf(expected).some((one) => {
    if (value === undefined || one === '') return value === undefined && one === ''
    if (/^\d{4}-\d{2}$/.test(one)) return value.startsWith(one)
    return one.toLowerCase() === value.toLowerCase() || Number(one) === Number(value)
  })
}

function bestItem(items: readonly BriefItem[], wanted: ExpectedItem): BriefItem | undefined {
  const names = alternativesOf(wanted.what.toLowerCase()).filter((name) => name !== '')
  const named = items.filter(({ what }) =>
    names.some((name) => what?.value.toLowerCase().includes(name)),
  )
  return named.find(({ quantity }) => isOneOf(quantity?.value, wanted.quantity)) ?? named[0]
}

function judgeItem(judged: Judged, item: BriefItem, wanted: ExpectedItem): void {
  judged.goods.right += 1
  countSure(judged, item.what, true)
  const isRight = wanted.quantity === undefined || isOneOf(item.quantity?.value, wanted.quantity)
  countSure(judged, item.quantity, isRight)
  if (isRight) judged.quantity.right += 1
  else {
    judged.quantity.missing += 1
    if (item.quantity) judged.quantity.wrong += 1
    judged.mistakes.push(
      `quantity of ${wanted.what}: ${wanted.quantity}, not ${item.quantity?.value}`,
    )
  }
  const { units = [] } = wanted
  const unit = item.unit?.value
  const isUnit =
    units.length === 0 ||
    units.some((code) => (code === null ? unit === undefined : isCode(unit, code)))
  countSure(judged, item.unit, isUnit)
  if (!isUnit) judged.mistakes.push(`unit of ${wanted.what}: ${units}, not ${unit}`)
  const said = [item.what, ...item.constraints].map((leaf) => leaf?.value).join('\n')
  for (const one of wanted.constraints) {
    if (!said.toLowerCase().includes(one.toLowerCase()))
      judged.mistakes.push(`constraint of ${wanted.what}: ${one}`)
  }
  const price = item.targetUnitPrice && {
    ...item.targetUnitPrice,
    value: item.targetUnitPrice.value.amount,
  }
  judgeValue(judged, `unit price of ${wanted.what}`, price, wanted.unitPrice)
}

/** Codes of packages of Recommendation 21 have an X in front in Recommendation 20. */
function isCode(unit: string | undefined, code: string): boolean {
  return unit === code || unit === `X${code}`
}

function judgeValue(
  judged: Judged,
  field: string,
  leaf: Leaf<string> | undefined,
  expected: string | undefined,
): void {
  const isRight = isOneOf(leaf?.value, expected)
  countSure(judged, leaf, isRight)
  if (!isRight) judged.mistakes.push(`${field}: ${expected ?? 'none'}, not ${leaf?.value}`)
}

function countSure(judged: Judged, leaf: Leaf<unknown> | undefined, isRight: boolean): void {
  if (!leaf || leaf.confidence < sureFrom) return
  judged.sure += 1
  if (isRight) judged.sureRight += 1
}
