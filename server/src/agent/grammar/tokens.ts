export type Token = {
  readonly kind: 'number' | 'word' | 'mark'
  readonly start: number
  readonly end: number
  readonly text: string
  readonly lower: string
}

/** Abbreviations whose full stop ends no sentence. */
const abbreviations =
  'stk|st|ca|max|min|mio|mrd|tsd|nr|art|pos|approx|pcs|pc|bzw|inkl|incl|excl|no|qty|pkgs|pkg|usw|etc|evtl|ggf|mind|zzgl|pckg|tel|str|hr|fr|mr|mrs|ms|dr|ltr|pal|ktn|krt|ctn|fl|flsch|rl|rol|kan|eim|pkt|pk|prs|btl|bl|stck|pck|qtys|gr|est|nos|dtz|dtzd|doz|geb|mtr|wk|kw|ea|bzgl|evt|lt|zb|ext'

/** Every alternative ends where the next token starts, so the time grows with the length of the text and with nothing else. */
const pattern = new RegExp(
  [
    // `5x2,5`, `400x300x200`, `10x15cm`, `7F-2210-B`, `06019H5200`: sizes and codes, which count nothing.
    String.raw`(?<size>\d{1,5}(?:[.,]\d{1,3})?(?:[x×]\d{1,5}(?:[.,]\d{1,3})?){1,3}(?:mm|cm|m)?(?![\p{L}\p{N}]))`,
    String.raw`(?<code>\d{1,8}\p{L}[\p{L}\d]{0,12}(?:-[\p{L}\d]{1,12}){1,4}(?![\p{L}\p{N}])|\d{3,8}\p{Lu}\d{1,8}(?![\p{L}\p{N}]))`,
    String.raw`(?<area>(?:sq\.?|square|cubic|cu\.?) ?(?:ft|feet|foot|in|m|met(?:er|re)s?)(?!\p{L}))`,
    String.raw`(?<number>[\p{Nd}½¼¾]+(?:[.,'’][\p{Nd}½¼¾]+)*)`,
    String.raw`(?<word>(?:${abbreviations})\.(?!\p{L})|\p{L}[\p{L}\p{M}\p{N}²³]*(?:(?<=[x×]\d{1,4})[.,]\d{1,3}|(?<=\p{L}\d{1,4})\.\d{1,3})?(?:[-'’&+][\p{L}\p{N}]+)*)`,
    String.raw`(?<mark>\n|[^\s\p{L}\p{N}])`,
  ].join('|'),
  'giu',
)

export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(pattern)) {
    const [found] = match
    const kind = match.groups?.number ? 'number' : match.groups?.mark ? 'mark' : 'word'
    const start = match.index
    tokens.push({ kind, start, end: start + found.length, text: found, lower: found.toLowerCase() })
  }
  return tokens
}
