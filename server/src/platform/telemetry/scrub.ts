/**
 * The last check of a line before it leaves the process. The serializers already choose what is logged. This removes a secret that
 * came in another way, for example in the message of an error. It knows only shapes that are always secret.
 */
const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/\bpvy_(?:live|test)_[0-9A-Za-z_]{8,}/g, 'pvy_[secret]'],
  [/\bwhsec_[0-9A-Za-z+/_=-]{8,}/g, 'whsec_[secret]'],
  [/\beyJ[\w-]{4,}\.[\w-]{4,}\.[\w-]{4,}/g, '[jwt]'],
  [/\b((?:Bearer|Basic)\s+)[\w.~+/=-]{8,}/gi, '$1[secret]'],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*:)[^\s@"\\]+@/gi, '$1[secret]@'],
]

export function scrub(line: string): string {
  let clean = line
  for (const [shape, instead] of secretShapes) clean = clean.replace(shape, instead)
  return clean
}
