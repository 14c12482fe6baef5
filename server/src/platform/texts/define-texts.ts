import { IntlMessageFormat } from 'intl-messageformat'
import { defaultLocale, type Locale } from '#kernel/locale'
import { formatTags } from '#platform/locale'
import { readTexts, type Texts } from './text-file.ts'

/** Dates and amounts are written before they come here, by `#platform/locale`. */
export type TextArguments = Readonly<Record<string, string | number>>

/** Writes the text of this key in a language. */
export type Write<Key extends string> = (locale: Locale, key: Key, values?: TextArguments) => string

/**
 * The texts of `server/texts/<locale>/<path>.json`, as ICU MessageFormat. Their keys are those of the English file. The files of the
 * other languages are read once, when somebody first needs them. A value is never read as a message, so no name can change a text.
 */
export function defineTexts<English extends Texts>(
  path: string,
  english: English,
): Write<keyof English & string> {
  const files = new Map<Locale, Texts>([[defaultLocale, english]])
  const messages = new Map<string, IntlMessageFormat>()
  const textOf = (locale: Locale, key: string): string => {
    const file = files.get(locale) ?? readTexts(locale, path)
    files.set(locale, file)
    const text = file[key] ?? english[key]
    if (text === undefined) throw new Error(`${path} has no text ${key}`)
    return text
  }
  const messageOf = (locale: Locale, key: string): IntlMessageFormat => {
    const name = `${locale} ${key}`
    const message = messages.get(name) ?? parseMessage(locale, textOf(locale, key))
    messages.set(name, message)
    return message
  }
  return (locale, key, values = {}) => String(messageOf(locale, key).format(values))
}

/** Throws if the text is no message. `<` is plain text: texts have no markup. */
export function parseMessage(locale: Locale, text: string): IntlMessageFormat {
  return new IntlMessageFormat(text, formatTags[locale], undefined, { ignoreTag: true })
}
