import type { Locale } from '#kernel/locale'
import { decimalOf, type Money, type UnitPrice } from '#kernel/money'
import { formatDate, formatDecimal } from '#platform/locale'
import { writeDocument } from '../documents.ts'

type Label = Parameters<typeof writeDocument>[1]

/** Writes labels, amounts and days in the language of the document. */
export type Writer = {
  readonly locale: Locale
  label(key: Label, values?: Parameters<typeof writeDocument>[2]): string
  decimal(text: string): string
  amount(money: Money | UnitPrice): string
  /** Of a calendar day, `2026-03-09`. */
  day(day: string): string
}

export function writerIn(locale: Locale): Writer {
  const decimal = (text: string) => formatDecimal(locale, text)
  return {
    locale,
    label: (key, values) => writeDocument(locale, key, values),
    decimal,
    amount: (money) => decimal(decimalOf(money)),
    day: (day) => formatDate(locale, new Date(`${day}T00:00:00Z`)),
  }
}
