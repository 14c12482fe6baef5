/** Endings of German and French adjectives and plurals. */
const endings = ['es', 'er', 'em', 'en', 'e', 'n', 's', 'x']
const stemMin = 3

/**
 * Returns possible base forms of an inflected word, the nearest first: `schwarzer` has `schwarz`, and `bleues` has
 * `bleu`. Most are no words: the caller looks each up.
 */
export function baseFormsOf(word: string): string[] {
  const bases = endings.flatMap((ending) => {
    const stem = word.slice(0, -ending.length)
    return word.endsWith(ending) && stem.length >= stemMin ? [stem] : []
  })
  // The endings above cover `sprachige`. `dunkle` and `teure` have lost an e, and `signaux` has another ending than
  // `signal`.
  if (word.endsWith('le')) bases.push(`${word.slice(0, -2)}el`)
  if (word.endsWith('aux')) bases.push(`${word.slice(0, -3)}al`)
  return bases
}

/** Letters that German adds between the parts of a compound. */
const links = ['', 's', 'n', 'en', 'es', 'er', 'e']

/** Possible words for the first part of a compound: `Farb-`, `Arbeits-`, `Taschen-`. */
export function firstPartsOf(part: string): string[] {
  const bases = links.flatMap((link) => {
    const stem = part.slice(0, part.length - link.length)
    return part.endsWith(link) && stem.length >= stemMin ? [stem] : []
  })
  return [...bases, `${part}e`]
}
