/** The codes of ISO 639-2, which BMEcat uses, for the languages of our suppliers. */
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
/** The codes of ISO 639-1. An import has millions of records, so the set is built once. */
const twoLetters: ReadonlySet<string> = new Set(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => languageNames.of(code) !== undefined),
)

/** Returns the two letters of a language given as `de`, `de-AT`, `de_AT` or `deu`. Undefined for any other text. */
export function languageOf(tag: string): string | undefined {
  const [code = ''] = tag.trim().toLowerCase().split(/[-_]/)
  if (twoLetters.has(code)) return code
  return Object.entries(threeLetters).find(([, names]) => names.includes(code))?.[0]
}
