import type { LanguageVariants, Standing } from '../query/analysis.ts'
import type { QueryWord } from '../query/rewrite-words.ts'
import type { Alternative } from '../synonyms/synonyms.ts'

/** What stands for a phrase is in so many times as many products as its rarest word: the phrase is one of another language. */
const foreignTimes = 20

type Read = {
  readonly words: readonly QueryWord[]
  readonly languages: readonly LanguageVariants[]
}

/**
 * The query with its phrases of another language in words of the catalogue: for `ordinateur portable` a `notebook` is looked for,
 * and not also what is `portable`. Single words stay: what stands for them stands beside them. Undefined where there is no phrase.
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

/** Of what means the same from a word on that of most words, and of these what most products have. */
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
  // Of several words each would be looked for by itself: they stand beside the typed ones instead.
  if (!best || best.alternative.words.length > 1) return undefined
  const { alternative, documents } = best
  const lexemesOf = (at: number) => languages.flatMap((one) => one.words[at]?.lexemes ?? [])
  const rarest = Math.min(
    ...words
      .slice(from, alternative.to)
      .map((_, at) => lexemesOf(from + at).map((lexeme) => lexeme.documents))
      // A stop word says nothing of the language.
      .filter(({ length }) => length > 0)
      .map((counts) => Math.max(...counts)),
  )
  return rarest * foreignTimes < documents ? alternative : undefined
}
