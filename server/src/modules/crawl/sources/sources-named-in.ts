import type { Source } from './source.ts'

/** A shorter name is part of too many sentences. */
const nameMin = 3

/** The active sources that a text names: by their names as whole words, or by the hosts of their addresses. */
export function sourcesNamedIn(sources: readonly Source[], text: string): Source[] {
  const said = wordsOf(text)
  return sources.filter(({ name, url, state }) => {
    if (state !== 'ACTIVE') return false
    const host = new URL(url).hostname.replace(/^www[.]/, '')
    return [name, host].some((one) => one.length >= nameMin && said.includes(wordsOf(one)))
  })
}

/** Small letters and digits, with a space around each word. */
const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `
