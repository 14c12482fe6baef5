/** A strong tag: the same tag means the same bytes. */
export function etagOf(hash: string): string {
  return `"${hash}"`
}

/** Whether the client has these bytes already, by its `If-None-Match` (RFC 9110, 13.1.2). */
export function knowsEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = ifNoneMatch.split(',').map((tag) => strongTag(tag.trim()))
  return known.includes('*') || known.includes(strongTag(etag))
}

/** A weak tag says that the bytes may differ, for example by their compression. */
function strongTag(tag: string): string {
  return tag.replace(/^W\//, '')
}
