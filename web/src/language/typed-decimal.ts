import type { Language } from './languages.ts'

/** What stands before the decimals, and what stands between thousands. */
function separatorsOf(language: Language): readonly [decimal: string, thousands: string] {
  return language === 'en' ? ['.', ','] : [',', '.']
}

/** A decimal of the API, such as `1250.5`, as people of the language type it. */
export function writeDecimal(text: string, language: Language): string {
  return text.replace('.', separatorsOf(language)[0])
}

/**
 * What a person has typed, as the API writes decimals. `1.250` is a thousand and more in German and French, and one and a quarter in
 * English. Text that is no decimal stays as it is: the API says so.
 */
export function readDecimal(typed: string, language: Language): string {
  const text = typed.replaceAll(/[\s'’]/g, '')
  const [decimal, thousands] = separatorsOf(language)
  const grouped = new RegExp(`^[1-9]\\d{0,2}(?:[${thousands}]\\d{3})+(?:[${decimal}]\\d*)?$`)
  const plain = grouped.test(text) ? text.replaceAll(thousands, '') : text
  return plain.replace(',', '.')
}
