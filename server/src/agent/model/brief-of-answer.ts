import type { Amount, Brief, BriefItem, Leaf } from '../brief.ts'
import { type DateContext, findDates } from '../grammar/dates/dates.ts'
import { findMoney, type MoneyFound } from '../grammar/money/money.ts'
import { placeOfName } from '../grammar/places/place-names.ts'
import { readQuantity } from '../grammar/read-phrase.ts'
import type { Reading } from '../grammar/reading.ts'
import { sentencesOf } from '../grammar/sentences.ts'
import { createFindQuote, type FindQuote, type QuoteFound } from './find-quote.ts'
import type { ModelAnswer, Quote } from './model-answer.ts'

export type VerifiedAnswer = {
  readonly brief: Brief
  /** Quotes that no message of the buyer contains. */
  readonly refused: number
}

/** How sure a value is that the model has pointed to. */
const textConfidence = 0.8
const numberConfidence = 0.75

type Context = { readonly find: FindQuote; readonly dates: DateContext }

/** The brief of what the model has quoted. Numbers, dates and countries are what the grammar reads at that place. */
export function briefOfAnswer(
  answer: ModelAnswer,
  readings: readonly Reading[],
  dates: DateContext,
): VerifiedAnswer {
  const { find, refusals } = createFindQuote(readings)
  const context = { find, dates }
  const items = answer.items.flatMap((item) => itemOf(context, item) ?? [])
  const budget = amountOf(context, answer.budget, 'all')
  const neededBy = dayOf(context, answer.neededBy)
  const deliverTo = placeOf(context, answer)
  const notes = answer.notes.flatMap((note) => textOf(find(note)) ?? [])
  const brief: Brief = {
    items,
    ...(budget && { budget: budget.leaf }),
    ...(budget?.currency && { currency: budget.currency }),
    ...(deliverTo && { deliverTo }),
    ...(neededBy && { neededBy }),
    notes,
    openQuestions: [],
  }
  return { brief, refused: refusals() }
}

function itemOf(context: Context, item: ModelAnswer['items'][number]): BriefItem | undefined {
  const { find } = context
  const name = withoutNumber(find(item.what))
  const what = textOf(name)
  const constraints = item.constraints.flatMap((one) => textOf(find(one, name)) ?? [])
  const [number] = item.quantity
  const counted = number && quantityOf(find(number, name))
  const price = amountOf(context, item.targetUnitPrice, 'one', name)
  if (!what) return undefined
  return {
    what,
    ...counted,
    constraints,
    ...(price && { targetUnitPrice: price.leaf }),
  }
}

/** `5 chairs` names chairs. */
function withoutNumber(found: QuoteFound | undefined): QuoteFound | undefined {
  const counted = found && readQuantity(found.reading, found.from, found.to)
  const first = counted && found.reading.tokens[counted.next]
  return first && counted.next < found.to
    ? { ...found, from: counted.next, start: first.start }
    : found
}

function leaf<Value>(
  { reading }: QuoteFound,
  value: Value,
  { start, end }: { readonly start: number; readonly end: number },
  confidence: number,
): Leaf<Value> {
  const { messageId } = reading
  return { value, confidence, source: { messageId, start, end }, method: 'llm' }
}

function textOf(found: QuoteFound | undefined): Leaf<string> | undefined {
  if (!found) return undefined
  const { start, end, reading } = found
  return leaf(found, reading.text.slice(start, end), { start, end }, textConfidence)
}

/** The first number of the quote, with its unit. Nothing where the grammar takes the number for a size. */
function quantityOf(found: QuoteFound | undefined): Pick<BriefItem, 'quantity' | 'unit'> {
  if (!found) return {}
  const { reading, from, to } = found
  for (let at = from; at < to; at += 1) {
    const counted = readQuantity(reading, at, reading.tokens.length)
    if (!counted) continue
    const { quantity, unit } = counted
    if (!quantity) return {}
    return {
      quantity: { ...quantity, confidence: numberConfidence, method: 'llm' },
      ...(unit && { unit: { ...unit, method: 'llm' } }),
    }
  }
  return {}
}

type AmountLeaf = { readonly leaf: Leaf<Amount>; readonly currency: Leaf<string> | undefined }

function amountOf(
  { find }: Context,
  [quote]: readonly Quote[],
  of: 'one' | 'all',
  near?: QuoteFound,
): AmountLeaf | undefined {
  const found = quote ? find(quote, near) : undefined
  const money = found && moneyAt(found)
  if (!found || !money?.amount || money.isRejected) return undefined
  // The words around an amount say more than the model does.
  if (money.of !== 'unknown' && money.of !== of) return undefined
  const { amount, currency, qualifier, currencyStart, currencyEnd } = money
  const value: Amount = { amount, ...(currency && { currency }), qualifier }
  const hasSpan = currencyStart !== undefined && currencyEnd !== undefined
  return {
    leaf: leaf(found, value, money, numberConfidence),
    currency:
      currency && hasSpan
        ? leaf(found, currency, { start: currencyStart, end: currencyEnd }, numberConfidence)
        : undefined,
  }
}

/** The amount of the sentence that lies in the quote. */
function moneyAt({ reading, from, to, start, end }: QuoteFound): MoneyFound | undefined {
  const { tokens, language, currency } = reading
  const isFree = () => true
  const sentence = sentencesOf(tokens, isFree).find((one) => one.from <= from && from < one.to)
  if (!sentence || to > sentence.to) return undefined
  const amounts = findMoney(tokens, { ...sentence, language, currency, isFree })
  return amounts.find((one) => one.start < end && start < one.end)
}

function dayOf({ find, dates }: Context, [quote]: readonly Quote[]): Brief['neededBy'] {
  const found = quote ? find(quote) : undefined
  if (!found) return undefined
  const { reading, start, end } = found
  const date = findDates(reading.text, { ...dates, language: reading.language }).find(
    (one) => one.start < end && start < one.end,
  )
  return date && !date.other ? leaf(found, date.value, date, numberConfidence) : undefined
}

function placeOf(
  { find }: Context,
  { country: [country], city: [city] }: ModelAnswer,
): Brief['deliverTo'] | undefined {
  const [ofCountry, ofCity] = [country && find(country), city && find(city)]
  const town = textOf(ofCity ?? undefined)
  const named = [ofCountry, ofCity].flatMap((found) => {
    const place = found && placeOfName(found.reading.text.slice(found.start, found.end))
    return place ? [leaf(found, place.country, found, numberConfidence)] : []
  })
  const [land] = named
  if (!land && !town) return undefined
  return { ...(land && { country: land }), ...(town && { city: town }) }
}
