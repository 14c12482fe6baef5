import type { Locale } from '#kernel/locale'
import { formatDate, formatDecimal, formatTags } from '#platform/locale'
import { pieces, unitLabel } from '#platform/units'
import type { Brief, BriefItem, OpenQuestion } from '../brief/brief.ts'
import { write, writeAmount } from './questions.ts'

/** A session has so many clarifying questions at most. */
export const clarificationsMax = 3

const itemsShown = 5
const nameMax = 120

/** The question that is worth most and was not asked before. Undefined when nothing is open, or after three questions. */
export function clarificationOf(
  questions: readonly OpenQuestion[],
  asked: readonly string[],
  clarifications: number,
): OpenQuestion | undefined {
  if (clarifications >= clarificationsMax) return undefined
  return questions.find(({ question }) => !asked.some((text) => text.includes(question)))
}

/** The reply of the assistant: what it has noted, and what it asks or what comes next. */
export function composeReply(
  brief: Brief,
  clarification: OpenQuestion | undefined,
  {
    locale,
    cut,
    itemsMax,
  }: { readonly locale: Locale; readonly cut: number; readonly itemsMax: number },
): string {
  const noted = notedOf(brief, locale)
  const sentences = [
    noted.length === 0
      ? write(locale, 'nothing_noted')
      : write(locale, 'noted', { list: listOf(noted, locale) }),
    ...(cut > 0 ? [write(locale, 'cut', { max: itemsMax })] : []),
    ...(clarification ? [askOf(clarification)] : []),
    ...(!clarification && brief.items.length > 0 ? [write(locale, 'ready')] : []),
  ]
  return sentences.join(' ')
}

function askOf({ question, options }: OpenQuestion): string {
  return options ? `${question} (${options.join(' / ')})` : question
}

function notedOf(brief: Brief, locale: Locale): string[] {
  const { items, neededBy, budget } = brief
  const shown = items.slice(0, itemsShown).flatMap((item) => itemText(item, locale) ?? [])
  const more = items.length - itemsShown
  const place = placesText(brief, locale)
  return [
    ...shown,
    ...(more > 0 ? [write(locale, 'more_items', { count: more })] : []),
    ...(place ? [write(locale, 'country', { place })] : []),
    ...(neededBy
      ? [write(locale, 'needed_by', { date: dateText(neededBy.value.date, locale) })]
      : []),
    ...(budget ? [write(locale, 'budget', { amount: writeAmount(budget.value, locale) })] : []),
  ]
}

function itemText({ what, quantity, unit }: BriefItem, locale: Locale): string | undefined {
  if (!what) return undefined
  const name = what.value.slice(0, nameMax)
  if (!quantity) return name
  const code = unit?.value ?? pieces
  const amount = formatDecimal(locale, quantity.value)
  const values = { quantity: amount, what: name, unit: unitLabel(code, locale) }
  return write(locale, code === pieces ? 'item' : 'item_in_unit', values)
}

/** The places of the deliveries, or the one place of all goods. */
function placesText({ deliveries, deliverTo }: Brief, locale: Locale): string | undefined {
  if (!deliveries) return placeText(deliverTo, locale)
  const places = deliveries.flatMap((one) => placeText(one, locale) ?? [])
  return listOf([...new Set(places)].slice(0, itemsShown), locale)
}

function placeText(deliverTo: Brief['deliverTo'], locale: Locale): string | undefined {
  const { city, country } = deliverTo ?? {}
  const name = country && new Intl.DisplayNames([locale], { type: 'region' }).of(country.value)
  const parts = [city?.value.slice(0, nameMax), name].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : [...new Set(parts)].join(', ')
}

const dateText = (date: string, locale: Locale) => formatDate(locale, new Date(`${date}T12:00:00Z`))

function listOf(texts: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(formatTags[locale], { type: 'conjunction' }).format(texts)
}
