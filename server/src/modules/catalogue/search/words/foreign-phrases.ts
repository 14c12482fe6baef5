import type { LanguageVariants, Standing } from '../query/language-variants.ts'
import type { QueryWord } from '../query/rewrite-words.ts'
import type { Alternative } from '../synonyms/synonyms.ts'

/**
 * If this many times more products have the alternative than the rarest word of the phrase, the phrase is in another
 * language.
 */
const foreignTimes = 20

type Read = {
  readonly words: readonly QueryWord[]
  readonly languages: readonly LanguageVariants[]
}

/**
 * Replaces foreign phrases of a query by words of the catalogue: `ordinateur portable` searches for `notebook`, and not
 * for all that is `portable`. Single words stay, next to their alternatives. Undefined if there is no such phrase.
 */
export function withoutForeignPhrases({
  words,
  languages,
}: Read): readonly QueryWord[] | undefined {
  const translated: QueryWord[] = []
  let isChanged = false
  for (let at = 0; at < words.length; at += 1) {
    const best = translationAt({ words, languages }, at)
    const word = words[at]
    if (best) {
      isChanged = true
      translated.push(...best.words.map((text) => ({ text, quoted: false })))
      at = best.to - 1
    } else if (word) translated.push(word)
  }
  return isChanged ? translated : undefined
}

type Named = Standing & { readonly alternative: Alternative }

/** Returns the synonym that starts at a word and stands for most words. Several such: the one of most products. */
function translationAt({ words, languages }: Read, from: number): Alternative | undefined {
  const isPhrase = (one: Standing): one is Named =>
    one.alternative?.isSame === true &&
    one.alternative.from === from &&
    one.alternative.to > from + 1 &&
    !words.slice(from, one.alternative.to).some(({ quoted }) => quoted)
  const [best] = languages
    .flatMap((one) => one.words[from]?.synonyms ?? [])
    .filter(isPhrase)
    .toSorted(
      (one, other) => other.alternative.to - one.alternative.to || other.documents - one.documents,
    )
  // Several words would be searched one by one, so they stay alternatives of the typed words.
  if (!best || best.alternative.words.length > 1) return undefined
  const { alternative, documents } = best
  const lexemesOf = (at: number) => languages.flatMap((one) => one.words[at]?.lexemes ?? [])
  const rarest = Math.min(
    ...words
      .slice(from, alternative.to)
      .map((_, at) => lexemesOf(from + at).map((lexeme) => lexeme.documents))
      // A stop word tells nothing about the language.
      .filter(({ length }) => length > 0)
      .map((counts) => Math.max(...counts)),
  )
  return rarest * foreignTimes < documents ? alternative : undefined
}
