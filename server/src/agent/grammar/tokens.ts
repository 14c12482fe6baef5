export type Token = {
  readonly kind: 'number' | 'word' | 'mark'
  readonly start: number
  readonly end: number
  readonly text: string
  readonly lower: string
}

/** Abbreviations whose full stop ends no sentence. */
const abbreviations =
  'stk|st|ca|max|min|mio|mrd|tsd|nr|art|pos|approx|pcs|pc|bzw|inkl|incl|excl|no|qty|pkg|usw|etc|evtl|ggf|mind|zzgl|pckg|tel|str|hr|fr|mr|mrs|ms|dr'

/** Every alternative ends where the next token starts, so the time grows with the length of the text and with nothing else. */
const pattern = new RegExp(
  [
    String.raw`(?<number>[\p{Nd}½¼¾]+(?:[.,'’][\p{Nd}½¼¾]+)*)`,
    String.raw`(?<word>(?:${abbreviations})\.(?!\p{L})|\p{L}[\p{L}\p{M}\p{N}²³]*(?:[-'’&+][\p{L}\p{N}]+)*)`,
    String.raw`(?<mark>\n|[^\s\p{L}\p{N}])`,
  ].join('|'),
  'giu',
)

export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(pattern)) {
    const [found] = match
    const kind = match.groups?.number ? 'number' : match.groups?.word ? 'word' : 'mark'
    const start = match.index
    tokens.push({ kind, start, end: start + found.length, text: found, lower: found.toLowerCase() })
  }
  return tokens
}
