import type { Brief, OpenQuestion } from './brief.ts'
import type { Language } from './grammar/numbers.ts'

const questions = {
  en: {
    what: 'Which goods do you need?',
    quantity: (what: string) => `How many of “${what}” do you need?`,
    country: 'To which country should we deliver?',
    neededBy: 'When do you need it?',
    budget: 'What is your budget?',
    scope: (amount: string) => `Is ${amount} for everything, or for one piece?`,
    options: ['for everything', 'for one piece'],
  },
  de: {
    what: 'Welche Ware brauchen Sie?',
    quantity: (what: string) => `Wie viel brauchen Sie von „${what}“?`,
    country: 'In welches Land sollen wir liefern?',
    neededBy: 'Bis wann brauchen Sie die Ware?',
    budget: 'Wie hoch ist Ihr Budget?',
    scope: (amount: string) => `Gilt ${amount} für alles oder für ein Stück?`,
    options: ['für alles', 'für ein Stück'],
  },
} as const

/** A budget that may be a price: its sentence names no total. */
const sureBudget = 0.8

/** What the brief lacks, the most valuable gap first. */
export function openQuestionsOf(brief: Brief, language: Language): OpenQuestion[] {
  const texts = questions[language]
  const open: OpenQuestion[] = []
  const { items, budget, deliverTo, neededBy } = brief
  if (items.length === 0) open.push({ field: 'what', question: texts.what })
  for (const [item, { what }] of items.entries()) {
    if (!what) open.push({ field: 'what', item, question: texts.what })
  }
  for (const [item, { what, quantity }] of items.entries()) {
    if (!quantity && what) {
      open.push({ field: 'quantity', item, question: texts.quantity(what.value.slice(0, 200)) })
    }
  }
  if (!deliverTo?.country) open.push({ field: 'country', question: texts.country })
  if (!neededBy) open.push({ field: 'neededBy', question: texts.neededBy })
  const hasPrices = items.some(({ targetUnitPrice }) => targetUnitPrice)
  if (!budget && !hasPrices) open.push({ field: 'budget', question: texts.budget })
  const isOne = items.every(({ quantity }) => quantity?.value === '1')
  if (budget && budget.confidence < sureBudget && !isOne) {
    const { amount, currency = '' } = budget.value
    const question = texts.scope(`${amount} ${currency}`.trim())
    open.push({ field: 'budget', question, options: [...texts.options] })
  }
  return open
}
