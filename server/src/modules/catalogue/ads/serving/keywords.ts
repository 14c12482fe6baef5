const wordsMax = 50

/** The words of a query or keyword: small letters without accents, and an English plural like its singular. */
export function wordsOf(text: string): string[] {
  const plain = text.slice(0, 1_000).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, wordsMax).map(singular)
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
