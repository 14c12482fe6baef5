import type { IntlMessageFormat } from 'intl-messageformat'
import { defaultLocale, type Locale } from '#kernel/locale'
import { formatInstant } from '#platform/locale'
import { parseMessage } from './define-texts.ts'
import { readTexts, type Texts } from './text-file.ts'

type Sentence = {
  readonly locale: Locale
  /** The key of the text. A key without a text has that of its family: `fx.fetch` for `fx.fetch-key-refused`. */
  readonly key: string
  /** Which text of this key. Default: the one that has its name alone. */
  readonly part?: string
  /** What the code says. It appears where the language has no text, or a value of the text is missing. */
  readonly english: string
  /** The text takes the values that it needs. Instants become dates of its language. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** Sentences for operators: English stands in the code, and the other languages in `server/texts/<locale>/<path>.json`. */
export function defineSentences(path: string): (sentence: Sentence) => string {
  const files = new Map<Locale, Texts>()
  const messages = new Map<string, IntlMessageFormat>()
  const textsOf = (locale: Locale): Texts => {
    const texts = files.get(locale) ?? readTexts(locale, path)
    files.set(locale, texts)
    return texts
  }
  const messageOf = (locale: Locale, name: string): IntlMessageFormat => {
    const known = messages.get(`${locale} ${name}`)
    if (known) return known
    const made = parseMessage(locale, textsOf(locale)[name] ?? '')
    messages.set(`${locale} ${name}`, made)
    return made
  }
  return ({ locale, key, part, english, values = {} }) => {
    if (locale === defaultLocale) return english
    const name = nameIn(textsOf(locale), key, part)
    if (name === undefined) return english
    try {
      return String(messageOf(locale, name).format(formatValues(locale, values)))
    } catch {
      return english
    }
  }
}

function nameIn(texts: Texts, key: string, part: string | undefined): string | undefined {
  for (let family = key; family !== ''; family = family.replace(/(?:^|[.-])[^.-]*$/, '')) {
    const name = part === undefined ? family : `${family}.${part}`
    if (Object.hasOwn(texts, name)) return name
  }
  return undefined
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function formatValues(locale: Locale, values: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(values).flatMap(([name, value]): [string, string | number][] => {
    if (typeof value === 'number') return [[name, value]]
    if (typeof value === 'boolean' || Array.isArray(value)) return [[name, String(value)]]
    if (typeof value !== 'string') return []
    return [[name, instant.test(value) ? formatInstant(locale, new Date(value)) : value]]
  })
  return Object.fromEntries(entries)
}
