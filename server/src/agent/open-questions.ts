import type { Brief, OpenQuestion } from './brief.ts'
import type { QuestionLanguage } from './languages.ts'

/** What the grammar read and does not believe. */
export type Doubts = {
  /** Figures with two meanings. */
  readonly unclear: readonly string[]
  /** Words that may name goods, and may say something else. */
  readonly doubtful: readonly string[]
  /** Another day that the figures of `neededBy` can mean. */
  readonly otherDate: string | undefined
  /** Whether a part of the messages was not read. */
  readonly isCut: boolean
  readonly today: string
}

type Texts = {
  readonly what: string
  readonly quantity: (what: string) => string
  readonly country: string
  readonly neededBy: string
  readonly budget: string
  readonly scope: (amount: string) => string
  readonly scopes: readonly string[]
  readonly figures: (figures: string) => string
  readonly doubtful: (words: string) => string
  readonly day: string
  readonly pastDay: (date: string) => string
  readonly cut: string
}

const texts: Readonly<Record<QuestionLanguage, Texts>> = {
  en: {
    what: 'Which goods do you need?',
    quantity: (what) => `How many of “${what}” do you need?`,
    country: 'To which country should we deliver?',
    neededBy: 'When do you need it?',
    budget: 'What is your budget?',
    scope: (amount) => `Is ${amount} for everything, or for one piece?`,
    scopes: ['for everything', 'for one piece'],
    figures: (figures) => `Which number does “${figures}” mean?`,
    doubtful: (words) => `Do you need this too: “${words}”?`,
    day: 'Which of these days do you mean?',
    pastDay: (date) => `${date} has passed. When do you need it?`,
    cut: 'The messages are too long: the rest was not read. Which part of them matters?',
  },
  de: {
    what: 'Welche Ware brauchen Sie?',
    quantity: (what) => `Wie viel brauchen Sie von „${what}“?`,
    country: 'In welches Land sollen wir liefern?',
    neededBy: 'Bis wann brauchen Sie die Ware?',
    budget: 'Wie hoch ist Ihr Budget?',
    scope: (amount) => `Gilt ${amount} für alles oder für ein Stück?`,
    scopes: ['für alles', 'für ein Stück'],
    figures: (figures) => `Welche Zahl bedeutet „${figures}“?`,
    doubtful: (words) => `Brauchen Sie auch dies: „${words}“?`,
    day: 'Welchen dieser Tage meinen Sie?',
    pastDay: (date) => `Der ${date} ist vorbei. Bis wann brauchen Sie die Ware?`,
    cut: 'Die Nachrichten sind zu lang: Der Rest wurde nicht gelesen. Welcher Teil ist wichtig?',
  },
  fr: {
    what: 'De quels articles avez-vous besoin ?',
    quantity: (what) => `Quelle quantité de « ${what} » vous faut-il ?`,
    country: 'Dans quel pays devons-nous livrer ?',
    neededBy: 'Pour quand en avez-vous besoin ?',
    budget: 'Quel est votre budget ?',
    scope: (amount) => `${amount}, est-ce pour le tout ou pour une pièce ?`,
    scopes: ['pour le tout', 'pour une pièce'],
    figures: (figures) => `Quel nombre « ${figures} » signifie-t-il ?`,
    doubtful: (words) => `Avez-vous aussi besoin de ceci : « ${words} » ?`,
    day: 'Lequel de ces jours voulez-vous dire ?',
    pastDay: (date) => `Le ${date} est passé. Pour quand en avez-vous besoin ?`,
    cut: 'Les messages sont trop longs : le reste n’a pas été lu. Quelle partie est importante ?',
  },
}

/** A budget that may be a price: its sentence names no total. */
const sureBudget = 0.8
const nameLengthMax = 200
const figuresLengthMax = 40

/** What the brief lacks, the most valuable gap first. */
export function openQuestionsOf(
  brief: Brief,
  doubts: Doubts,
  language: QuestionLanguage,
): OpenQuestion[] {
  const say = texts[language]
  const { items, deliverTo } = brief
  const open: OpenQuestion[] = []
  if (items.length === 0) open.push({ field: 'what', question: say.what })
  for (const [item, { what }] of items.entries()) {
    if (!what) open.push({ field: 'what', item, question: say.what })
  }
  for (const [item, { what, quantity }] of items.entries()) {
    if (!quantity && what) {
      const question = say.quantity(what.value.slice(0, nameLengthMax))
      open.push({ field: 'quantity', item, question })
    }
  }
  if (!deliverTo?.country) open.push({ field: 'country', question: say.country })
  open.push(...askForDay(brief, doubts, say), ...askForBudget(brief, say))
  const figures = doubts.unclear.map((one) => say.figures(one.slice(0, figuresLengthMax)))
  for (const words of doubts.doubtful) figures.push(say.doubtful(words.slice(0, nameLengthMax)))
  if (doubts.isCut) figures.push(say.cut)
  return [...open, ...figures.map((question) => ({ field: 'unclear' as const, question }))]
}

function askForDay(
  { neededBy }: Brief,
  { otherDate, today }: Doubts,
  say: Texts,
): readonly OpenQuestion[] {
  if (!neededBy) return [{ field: 'neededBy', question: say.neededBy }]
  const { date } = neededBy.value
  if (otherDate !== undefined && neededBy.method === 'rule') {
    return [{ field: 'neededBy', question: say.day, options: [date, otherDate] }]
  }
  return date < today ? [{ field: 'neededBy', question: say.pastDay(date) }] : []
}

function askForBudget({ items, budget }: Brief, say: Texts): readonly OpenQuestion[] {
  if (!budget) {
    const hasPrices = items.some(({ targetUnitPrice }) => targetUnitPrice)
    return hasPrices ? [] : [{ field: 'budget', question: say.budget }]
  }
  const isOne = items.every(({ quantity }) => quantity?.value === '1')
  if (budget.confidence >= sureBudget || isOne) return []
  const { amount, currency = '' } = budget.value
  const question = say.scope(`${amount} ${currency}`.trim())
  return [{ field: 'budget', question, options: [...say.scopes] }]
}
