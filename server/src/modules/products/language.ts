/** Languages whose stems search knows. Texts in others are found by their words as they stand. */
export const stemmedLanguages = ['en', 'de', 'fr'] as const

/** How a text is read by search. */
export type ReadingLanguage = (typeof stemmedLanguages)[number] | 'any'

/** What a text is written in where nobody says. */
export const defaultLanguage = 'en'

export function readingOf(language: string): ReadingLanguage {
  return stemmedLanguages.find((known) => known === language) ?? 'any'
}

/** A document that is not English has this and its language among its lexemes; no word begins so. */
export const languageMark = '=l:'

/** ISO 639-2, as BMEcat names languages, for those that suppliers here write in. */
export const threeLetters: Readonly<Record<string, readonly string[]>> = {
  de: ['deu', 'ger'],
  en: ['eng'],
  fr: ['fra', 'fre'],
  it: ['ita'],
  es: ['spa'],
  nl: ['nld', 'dut'],
  pl: ['pol'],
  cs: ['ces', 'cze'],
  da: ['dan'],
  sv: ['swe'],
  pt: ['por'],
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const letters = [...'abcdefghijklmnopqrstuvwxyz']
/** Those of ISO 639-1. Records come by the million: they are asked for once. */
const twoLetters: ReadonlySet<string> = new Set(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => languageNames.of(code) !== undefined),
)

/** The two letters of a language told as `de`, `de-AT`, `de_AT` or `deu`. Undefined where it is none. */
export function languageOf(told: string): string | undefined {
  const [code = ''] = told.trim().toLowerCase().split(/[-_]/)
  if (twoLetters.has(code)) return code
  return Object.entries(threeLetters).find(([, names]) => names.includes(code))?.[0]
}
