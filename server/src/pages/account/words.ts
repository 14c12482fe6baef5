import { IntlMessageFormat } from 'intl-messageformat'
import type { Locale } from '#platform/locale'
import { pieces, unitLabel } from '#platform/units'
import { account as de } from '../messages/de/account.ts'
import { account as en } from '../messages/en/account.ts'
import { account as fr } from '../messages/fr/account.ts'

export type AccountKey = keyof typeof en
type Values = Readonly<Record<string, string | number>>

export type Money = { readonly amount: string; readonly currency: string }

/** All that the account pages say, in one language. */
export type AccountWords = {
  readonly language: Locale
  readonly t: (key: AccountKey, values?: Values) => string
  /** The amount is a decimal text and stays exact. */
  readonly money: (money: Money) => string
  /** With at most three decimals, and with its unit unless it counts pieces. */
  readonly quantity: (quantity: number, unit?: string) => string
  /** A date with its time, in UTC as in mails. */
  readonly instant: (at: string) => string
  /** A day, `2026-01-31`. */
  readonly day: (day: string) => string
  readonly list: (texts: readonly string[]) => string
  readonly anyOf: (texts: readonly string[]) => string
}

const catalogues: Readonly<Record<Locale, Readonly<Record<AccountKey, string>>>> = { en, de, fr }
const tags: Readonly<Record<Locale, string>> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }
const formats = new Map<string, IntlMessageFormat>()

export function accountWords(language: Locale): AccountWords {
  const tag = tags[language]
  const instants = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  const quantities = new Intl.NumberFormat(tag, { maximumFractionDigits: 3 })
  const lists = new Intl.ListFormat(tag, { type: 'conjunction' })
  const choices = new Intl.ListFormat(tag, { type: 'disjunction' })
  return {
    language,
    t: (key, values) => String(formatOf(language, key).format(values)),
    money: ({ amount, currency }) =>
      new Intl.NumberFormat(tag, {
        style: 'currency',
        currency,
        currencyDisplay: 'code',
        maximumFractionDigits: 6,
      }).format(amount as `${number}`),
    quantity: (quantity, unit = pieces) => {
      const label = unitLabel(unit, language)
      const isCounted = label === unitLabel(pieces, language)
      return `${quantities.format(quantity)}${isCounted ? '' : `\u00a0${label}`}`
    },
    instant: (at) => instants.format(new Date(at)),
    day: (day) => days.format(new Date(day)),
    list: (texts) => lists.format(texts),
    anyOf: (texts) => choices.format(texts),
  }
}

/** The text for a state or a kind of event. What has no text of its own is shown as the API names it. */
export function wordFor({ t }: AccountWords, key: string): string {
  return Object.hasOwn(en, key) ? t(key as AccountKey) : key.slice(key.indexOf('.') + 1)
}

function formatOf(language: Locale, key: AccountKey): IntlMessageFormat {
  const name = `${language} ${key}`
  const known = formats.get(name)
  if (known) return known
  const made = new IntlMessageFormat(catalogues[language][key], tags[language])
  formats.set(name, made)
  return made
}
