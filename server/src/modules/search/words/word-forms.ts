/** Endings that German and French put behind a word: those of adjectives and of plurals. */
const endings = ['es', 'er', 'em', 'en', 'e', 'n', 's', 'x']
const stemMin = 3

/**
 * What an inflected word may be a form of, the nearest first: `schwarzer` is a form of `schwarz`, and `bleues` one of `bleu`.
 * Most are no words: the caller looks each up.
 */
export function baseFormsOf(word: string): string[] {
  const bases = endings.flatMap((ending) => {
    const stem = word.slice(0, -ending.length)
    return word.endsWith(ending) && stem.length >= stemMin ? [stem] : []
  })
  // `sprachige` is found at once; `dunkle` and `teure` have lost an e, and `signaux` has another ending than `signal`.
  if (word.endsWith('le')) bases.push(`${word.slice(0, -2)}el`)
  if (word.endsWith('aux')) bases.push(`${word.slice(0, -3)}al`)
  return bases
}

/** Letters that German puts between the parts of a compound. */
const links = ['', 's', 'n', 'en', 'es', 'er', 'e']

/** What the beginning of a compound may be a form of: `Farb-`, `Arbeits-`, `Taschen-`. */
export function firstPartsOf(part: string): string[] {
  const bases = links.flatMap((link) => {
    const stem = part.slice(0, part.length - link.length)
    return part.endsWith(link) && stem.length >= stemMin ? [stem] : []
  })
  return [...bases, `${part}e`]
}
