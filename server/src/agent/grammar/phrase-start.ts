import { numberAt } from './numbers/numbers.ts'
import { opensPackage } from './read-phrase.ts'
import type { Reading } from './reading.ts'
import type { Range } from './sentences.ts'
import type { Token } from './tokens.ts'
import { fillersBefore, requestWords } from './words.ts'

/** After the fillers, and after the last verb that asks for something. */
export function startOf(reading: Reading, { from, to }: Range): number {
  const { tokens } = reading
  let start = skipFillers(reading, from, to)
  for (let at = start; at < Math.min(to, start + 12); at += 1) {
    if (tokens[at]?.kind === 'number') break
    if (!requestWords.has(tokens[at]?.lower ?? '')) continue
    const after = afterAdverbs(reading, skipFillers(reading, at + 1, to), to)
    // The verb at the end asks for what stands before it: `Blauer Engel anbieten`.
    if (after < to || reading.language === 'en') start = after
  }
  return start
}

/** `brauchen kurzfristig ein Paar Akkus`: words without a capital letter before a number or an article. */
function afterAdverbs({ tokens, language }: Reading, from: number, to: number): number {
  for (let at = from; at < Math.min(to, from + 4); at += 1) {
    const token = tokens[at] as Token
    const isCount = numberAt(tokens, at, language, 'count') !== undefined
    if (isCount || opensPackage(tokens, at, to)) return at
    if (token.kind !== 'word' || !/^\p{Ll}+$/u.test(token.text)) return from
  }
  return from
}

export function skipFillers({ tokens, language }: Reading, from: number, to: number): number {
  let at = from
  const isNumber = () => numberAt(tokens, at, language, 'count') !== undefined
  while (
    at < to &&
    !isNumber() &&
    !opensPackage(tokens, at, to) &&
    (fillersBefore.has(tokens[at]?.lower ?? '') || tokens[at]?.kind === 'mark')
  )
    at += 1
  return at
}
