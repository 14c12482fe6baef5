import { isCurrency } from '#kernel/money'
import { taxOf } from '#modules/imports/reading'
import { readStock } from '../structured/availability.ts'
import { readGtin } from '../structured/read-gtins.ts'
import type { PathFacts } from './item-shape.ts'
import type { MappedField } from './mapping.ts'

const signs = /^(?:€|£|euros?|EURO)$/i

export function isCurrencyText(value: string): boolean {
  return signs.test(value) || (/^[A-Za-z]{3}$/.test(value) && isCurrency(value.toUpperCase()))
}

const amount =
  /^(?:[A-Z]{3}|[€£$]|CHF)?\s*\d[\d.,'’\s]*(?:\s*(?:[A-Z]{3}|[€£$])(?:[\s,/].{0,30})?)?$/u
/** `auf Anfrage`, `on request`: a price in words is none, and its path is that of prices. */
const noAmount = /anfrage|request|demande|aanvraag|^-+$|^n\/?a$/i

export const hasTaxWord = (value: string) => taxOf(value) !== undefined
const yesOrNo = /^(?:true|false|yes|no|ja|nein|oui|non|nee|1|0|y|n|j)$/i

const checks: Readonly<Record<MappedField, (value: string) => boolean>> = {
  number: (value) => value.length <= 60 && /[\p{L}\d]/u.test(value) && !/^https?:/.test(value),
  name: (value) => /\p{L}{2}/u.test(value) && value.length > 1 && !/^https?:/.test(value),
  gtin: (value) => readGtin(value) !== undefined,
  manufacturer: (value) => /\p{L}/u.test(value) && value.length < 80 && !/^https?:/.test(value),
  manufacturerNumber: (value) => value.length <= 60 && /[\p{L}\d]/u.test(value),
  price: (value) => amount.test(value) || noAmount.test(value),
  currency: isCurrencyText,
  priceQuantity: (value) =>
    /^\d{1,6}(?:[.,]0{1,4})?$/.test(value) && Number.parseInt(value, 10) > 0,
  unit: (value) => /^(?:\d{1,6}\s*)?[\p{L}][\p{L}\d²³]{0,19}\.?(?:\s?\(.{1,20}\))?$/u.test(value),
  packQuantity: (value) => /^\d{1,6}(?:[.,]0{1,4})?(?:\s*[\p{L}]{1,12}\.?)?$/u.test(value),
  tax: (value) => hasTaxWord(value) || yesOrNo.test(value),
  taxRate: (value) => /^\d{1,2}(?:[.,]\d{1,2})?\s*%?$/.test(value),
  availability: (value) => readStock(value) !== undefined || /^-?\d+(?:[.,]\d+)?$/.test(value),
  deliveryTime: (value) => /\d|sofort|immediat|direct/i.test(value) && value.length < 80,
  description: (value) => /\p{L}{2}/u.test(value),
  link: (value) => /^(?:https?:)?\/\/?\S+$/.test(value) && !isImage(value),
  image: (value) => /^(?:https?:)?\/\/?\S+$/.test(value) || isImage(value),
}

const isImage = (value: string) => /\.(?:jpe?g|png|gif|webp|svg|tiff?)(?:\?|$)/i.test(value)

/** The share of the values that look like this field. */
export function shareLike(field: MappedField, { values }: Pick<PathFacts, 'values'>): number {
  if (values.length === 0) return 0
  return values.filter(checks[field]).length / values.length
}
