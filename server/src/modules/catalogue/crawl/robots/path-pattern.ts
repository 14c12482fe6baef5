/** The path of a rule of a robots.txt: `*` stands for any characters, and `$` at the end for the end of the path. */
export type PathPattern = {
  readonly text: string
  /** What stands between the wildcards. */
  readonly parts: readonly string[]
  /** The path ends where the pattern ends. */
  readonly isWhole: boolean
}

export function readPathPattern(value: string): PathPattern {
  const text = sameSpelling(value)
  const isWhole = text.endsWith('$')
  return { text, isWhole, parts: (isWhole ? text.slice(0, -1) : text).split('*') }
}

/** Patterns and paths are compared with the same escapes (RFC 9309, 2.2.2). */
export function sameSpelling(text: string): string {
  return text
    .replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[A-Za-z0-9\-._~]/.test(character) ? character : code.toUpperCase()
    })
}

/**
 * Each part is taken at its first place after the part before, and nothing is tried twice: the costs are the length of the pattern
 * plus that of the path, whatever both are.
 */
export function matchesPath({ parts, isWhole }: PathPattern, path: string): boolean {
  const [first = '', ...others] = parts
  if (!path.startsWith(first)) return false
  const last = others.pop()
  if (last === undefined) return !isWhole || path.length === first.length
  let at = first.length
  for (const part of others) {
    const place = indexOfPart(path, part, at)
    if (place < 0) return false
    at = place + part.length
  }
  if (isWhole) return path.length - last.length >= at && path.endsWith(last)
  return indexOfPart(path, last, at) >= 0
}

/** `String.indexOf` after Knuth, Morris and Pratt: in the worst case the built-in one multiplies the two lengths. */
function indexOfPart(text: string, part: string, from: number): number {
  if (part === '') return from
  const borders = bordersOf(part)
  const { length } = part
  let matched = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (matched > 0 && code !== part.charCodeAt(matched))
      matched = borders[matched - 1] as number
    if (code === part.charCodeAt(matched)) matched += 1
    if (matched === length) return at - matched + 1
  }
  return -1
}

/** For each beginning of the text: the length of its longest end that is its beginning too. */
function bordersOf(text: string): Uint16Array {
  const borders = new Uint16Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (length > 0 && code !== text.charCodeAt(length)) length = borders[length - 1] as number
    if (code === text.charCodeAt(length)) length += 1
    borders[at] = length
  }
  return borders
}
