const longestNoun = 3

/**
 * What a query may call for, longest first: its last words, in the singular. In `gaming mouse pad` the pad is what is
 * looked for and the mouse is not.
 */
export function nounsOf(words: readonly string[]): string[] {
  const plain = words.map((word) => singular(word.toLowerCase()))
  const nouns: string[] = []
  for (let length = Math.min(longestNoun, plain.length); length >= 1; length -= 1) {
    nouns.push(plain.slice(-length).join(' '))
  }
  return nouns
}

function singular(word: string): string {
  if (word === 'mice') return 'mouse'
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ses|xes|ches|shes)$/.test(word)) return word.slice(0, -2)
  if (/s$/.test(word) && !/(?:ss|us)$/.test(word) && word.length > 3) return word.slice(0, -1)
  return word
}

/**
 * A document has the ids of its categories among its lexemes, each behind this mark, which no word begins with: a network
 * switch whose name says only `TL-SG1008 Gigabit` has what is asked for by `network switch`.
 */
export const kindMark = '='
