import type { Source } from './source.ts'

/** A shorter name is part of too many sentences. */
const nameMin = 3
/** The end of a longer text is read: what was said last. */
const readMax = 200_000

/** The active sources that a text names: by their names as whole words, or by the hosts of their addresses. */
export function sourcesNamedIn(sources: readonly Source[], text: string): Source[] {
  const said = wordsOf(text.slice(-readMax))
  const words = new Set(said.split(' '))
  const isSaid = (name: string) => {
    const own = wordsOf(name)
    // Almost no source is named, and a look for one word is faster than one through the text.
    return words.has(own.split(' ')[1] ?? '') && said.includes(own)
  }
  return sources.filter(({ name, url, state }) => {
    if (state !== 'ACTIVE') return false
    const host = new URL(url).hostname.replace(/^www[.]/, '')
    return [name, host].some((one) => one.length >= nameMin && isSaid(one))
  })
}

/** Small letters and digits, with a space around each word. */
const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `
