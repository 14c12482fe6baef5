import { Decimal } from 'decimal.js'
import type { NeededBy } from './brief.ts'
import { findDates } from './grammar/dates/dates.ts'
import { readDay } from './grammar/dates/days.ts'
import { thousandsAt } from './grammar/money/money-notations.ts'
import type { Language } from './grammar/numbers/number-found.ts'
import { type NumberUse, numberAt } from './grammar/numbers/numbers.ts'
import { placeOfName } from './grammar/places/place-names.ts'
import { tokenize } from './grammar/tokens.ts'
import { unitOfWord } from './grammar/units.ts'
import { articles } from './grammar/words.ts'

/*
 * What a short text can mean, in any language and use that the grammar knows. The service checks by it that a value of a brief
 * stands at the place that the value names.
 */

const languages: readonly Language[] = ['en', 'de']
const uses: readonly NumberUse[] = ['count', 'measure', 'total', 'price']
const tokensMax = 60

/** Every number that the text may name, as plain decimals. A single article names one piece. */
export function numbersIn(text: string): ReadonlySet<string> {
  const tokens = tokenize(text).slice(0, tokensMax)
  const found = new Set<string>()
  for (const [at, { lower }] of tokens.entries()) {
    if (articles.has(lower)) found.add('1')
    if (lower === 'half' || /^halbe[nrsm]?$/.test(lower)) found.add('0.5')
    if (lower === 'quarter') found.add('0.25')
    for (const language of languages) {
      for (const use of uses) {
        const number = numberAt(tokens, at, language, use)
        if (number?.value === undefined) continue
        const value = new Decimal(number.value)
        found.add(value.toFixed())
        // `12 TEUR`
        if (thousandsAt(tokens, number.next)) found.add(value.times(1_000).toFixed())
      }
    }
  }
  return found
}

/** The codes of the units that the text names. */
export function unitsIn(text: string): ReadonlySet<string> {
  const words = tokenize(text).slice(0, tokensMax)
  return new Set(words.flatMap(({ lower }) => unitOfWord(lower)?.code ?? []))
}

/** The country of a place: of a country itself, or of a city. */
export function countryOfPlace(name: string): string | undefined {
  return placeOfName(name)?.country
}

/** The days that the text may name, with both readings of 03/04. */
export function daysIn(text: string, today: string): readonly NeededBy[] {
  return languages.flatMap((language) =>
    findDates(text, { language, today: readDay(today), order: 'unknown' }).flatMap(
      ({ value, other }) => (other ? [value, other] : [value]),
    ),
  )
}
