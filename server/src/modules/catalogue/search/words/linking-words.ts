import { bareWord, type QueryWord } from '../query/rewrite-words.ts'

/**
 * German and French words that link others, without accents. Omits words that are also a name or a norm: `DES`, `EN`,
 * `PAR`.
 */
const linkingWords = new Set(
  (
    'auf aus bei dem den der ein eine einem einen einer fur fuer im in mit nach oder und vom von vor zu zum zur ' +
    'a au aux avec dans de du et la le les ou pour sur un une vers'
  ).split(' '),
)

/**
 * True if the word only links its neighbours, like `auf` in `USB C auf HDMI`. Texts in other languages have such a word
 * by chance, or with another meaning. The first and the last word of a query are never links.
 */
export function isLinking(words: readonly QueryWord[], at: number): boolean {
  const word = words[at]
  if (!word || word.quoted || at === 0 || at === words.length - 1) return false
  return linkingWords.has(bareWord(word.text))
}
