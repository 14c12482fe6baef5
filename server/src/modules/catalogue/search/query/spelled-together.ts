import type { SynonymList } from '../synonyms/synonyms.ts'
import type { QueryWord } from './rewrite-words.ts'

/** `wi fi` and `wi-fi` become `wifi` if that is a word with synonyms. A phrase with synonyms of its own stays as it is. */
export function spelledTogether(
  words: readonly QueryWord[],
  { isNamed, alternativesIn }: Pick<SynonymList, 'isNamed' | 'alternativesIn'>,
): readonly QueryWord[] {
  const joined: QueryWord[] = []
  for (let at = 0; at < words.length; at += 1) {
    const [word, next] = [words[at] as QueryWord, words[at + 1]]
    const one = partsOf(word.text)
    const pair = !one && next && !word.quoted && !next.quoted ? [word.text, next.text] : undefined
    const parts = one ?? pair
    const whole = parts?.every((part) => letters.test(part)) ? parts.join('').toLowerCase() : ''
    const isPhrase = pair && alternativesIn(pair).some(({ from, to }) => to - from === 2)
    if (whole === '' || word.quoted || isPhrase || !isNamed(whole)) joined.push(word)
    else {
      joined.push({ ...word, text: whole, isTypedAsOne: false })
      if (!one) at += 1
    }
  }
  return joined.length < words.length || joined.some((one, at) => one !== words[at])
    ? joined
    : words
}

const letters = /^\p{L}{2,}$/u

function partsOf(text: string): readonly string[] | undefined {
  const parts = text.split('-')
  return parts.length === 2 ? parts : undefined
}
