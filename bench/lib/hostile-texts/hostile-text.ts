/** A place where the main thread reads text that a company or a foreign host has written. */
export type HostileText = {
  readonly place: string
  /** The longest text that reaches this place, in characters, or the most entries of it. */
  readonly most: number
  /** What holds the text to that length. */
  readonly limit: string
  /** Texts that are hard to read. Missing: `pumps`. */
  readonly texts?: (length: number) => readonly string[]
  readonly read: (text: string) => unknown
}

/** What quadratic expressions and parsers stumble over: one of these, repeated, before an end that does not fit. */
const pumps = [
  ...' \t\naA01.,-_/\\:;=+*%#"\'<>&([{|~$éß\u00a0\u200b😀\u0301',
  ...['a ', 'a.', '.a', 'a@', '@a', '0,', '0.', '1 ', '1x', '1/2 ', '1*1*0,0', '000,', '""'],
  ...['<a', '<!--', '&amp;', 'a=b&', 'a;q=1,', 'en,', '%41', 'http://a:', '1 m ', '- ', '.1', 'x1'],
] as const
const ends = ['', '\u0001', 'x', '!', '"'] as const

/** Texts of this length, each a pump with an end. */
export function pumped(length: number, more: readonly string[] = []): string[] {
  return [...pumps, ...more].flatMap((pump) =>
    ends.map((end) => {
      const times = Math.ceil(length / pump.length)
      return pump.repeat(times).slice(0, length - end.length) + end
    }),
  )
}
