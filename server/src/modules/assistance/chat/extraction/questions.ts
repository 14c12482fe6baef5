import type { Locale } from '#kernel/locale'
import { formatDecimal } from '#platform/locale'
import { defineTexts } from '#platform/texts'
import english from '../../../../../texts/en/chat/replies.json' with { type: 'json' }
import type { Amount, Brief, OpenQuestion } from '../brief/brief.ts'

export const write = defineTexts('chat/replies', english)

/** What only the companion knows about a brief. */
export type Doubts = { readonly isUnclear: boolean; readonly isScopeUnclear: boolean }

const nameMax = 200

/**
 * What the brief lacks, the most valuable gap first. The service asks in its own words: a text of the companion could say
 * anything.
 */
export function openQuestionsOf(
  brief: Omit<Brief, 'openQuestions'>,
  { isUnclear, isScopeUnclear }: Doubts,
  locale: Locale,
): OpenQuestion[] {
  const { items, budget, deliverTo, neededBy } = brief
  const open: OpenQuestion[] = []
  if (items.length === 0) open.push({ field: 'what', question: write(locale, 'question.what') })
  if (isUnclear) open.push({ field: 'unclear', question: write(locale, 'question.unclear') })
  for (const [item, { what, quantity }] of items.entries()) {
    if (what) continue
    const question = quantity
      ? write(locale, 'question.what_of_item', { quantity: formatDecimal(locale, quantity.value) })
      : write(locale, 'question.what')
    open.push({ field: 'what', item, question })
  }
  for (const [item, { what, quantity }] of items.entries()) {
    if (quantity || !what) continue
    const question = write(locale, 'question.quantity', { what: what.value.slice(0, nameMax) })
    open.push({ field: 'quantity', item, question })
  }
  if (!deliverTo?.country) {
    open.push({ field: 'country', question: write(locale, 'question.country') })
  }
  if (!neededBy) open.push({ field: 'neededBy', question: write(locale, 'question.neededBy') })
  const hasPrices = items.some(({ targetUnitPrice }) => targetUnitPrice)
  if (!budget && !hasPrices) {
    open.push({ field: 'budget', question: write(locale, 'question.budget') })
  }
  if (budget && budget.method !== 'user' && isScopeUnclear) open.push(scopeOf(budget.value, locale))
  return open
}

function scopeOf(amount: Amount, locale: Locale): OpenQuestion {
  return {
    field: 'budget',
    question: write(locale, 'question.scope', { amount: writeAmount(amount, locale) }),
    options: [write(locale, 'option.everything'), write(locale, 'option.one_piece')],
  }
}

export function writeAmount({ amount, currency = '' }: Amount, locale: Locale): string {
  return `${formatDecimal(locale, amount)} ${currency}`.trim()
}
