import type { Language } from './numbers/number-found.ts'
import type { Token } from './tokens.ts'

const english = new Set(
  'the we i need of and please for to with per each looking must should delivered by is are our would like want your you have it make that without from not more than budget pieces boxes hello hi at'.split(
    ' ',
  ),
)
const german = new Set(
  'wir ich brauchen brauche und bitte für nach mit pro je der die das ein eine einen suche suchen bis ohne von nicht ist sind unser unsere hätten möchten stück stk. lieferung zu zum zur auf aus insgesamt höchstens euro doch lieber müssen muss sollen mindestens oder im am guten hallo benötigen'.split(
    ' ',
  ),
)
/** French is not read, but its numbers are: they have a decimal comma, as in German. */
const french = new Set(
  'nous vous avons besoin pour avec sans les des une dans merci bonjour livraison avant cherchons voudrions il faut je du au est sont'.split(
    ' ',
  ),
)
const wordsMax = 500

/** The language of a message, by its most frequent words. A message without any has the language of the one before. */
export function languageOf(tokens: readonly Token[], before: Language): Language {
  let score = 0
  for (const { kind, lower, text } of tokens.slice(0, wordsMax)) {
    if (kind !== 'word') continue
    if (english.has(lower)) score -= 1
    if (german.has(lower) || french.has(lower)) score += 1
    if (/[äöüßéèêàç]/i.test(text)) score += 1
  }
  return score === 0 ? before : score > 0 ? 'de' : 'en'
}
