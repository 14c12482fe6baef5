/**
 * The last check of a line before it leaves the process. The serializers already choose what is logged. This removes a secret that
 * came in another way, for example in the message of an error. It knows only shapes that are always secret.
 */
const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/\bpvy_(?:live|test)_[0-9A-Za-z_]{8,}/g, 'pvy_[secret]'],
  [/\bwhsec_[0-9A-Za-z+/_=-]{8,}/g, 'whsec_[secret]'],
  // It reads each word from its beginning, because a word may hold the beginning of a token many times.
  [/(?<![\w-])(?=[\w-]*eyJ)[\w-]+(?:\.[\w-]{4,}){2,}/g, '[jwt]'],
  [/\b((?:Bearer|Basic)\s+)[\w.~+/=-]{8,}/gi, '$1[secret]'],
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"\\]{0,200}:)[^\s@"\\]{1,500}@/gi, '$1[secret]@'],
]

/** What it costs is in proportion to the line. */
export function scrub(line: string): string {
  let clean = line
  for (const [shape, instead] of secretShapes) clean = clean.replace(shape, instead)
  return clean
}
