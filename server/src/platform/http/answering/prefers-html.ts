/** Whether the client prefers a page over JSON. Navigations of browsers do. Every other client gets JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const ranges = accept.split(',').map(readRange)
  return qualityOf(ranges, 'text', 'html') > qualityOf(ranges, 'application', 'json')
}

type Range = { readonly type: string; readonly subtype: string; readonly quality: number }

function readRange(text: string): Range {
  const [media = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const [type = '', subtype = ''] = media.split('/')
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = q === undefined ? 1 : Number(q.slice(2))
  return { type, subtype, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}

/** The most specific range that matches decides (RFC 9110, 12.5.1). */
function qualityOf(ranges: readonly Range[], type: string, subtype: string): number {
  const exactness = (range: Range) =>
    range.type === type && range.subtype === subtype
      ? 3
      : range.type === type && range.subtype === '*'
        ? 2
        : range.type === '*' && range.subtype === '*'
          ? 1
          : 0
  const best = ranges
    .filter((range) => exactness(range) > 0)
    .sort((one, other) => exactness(other) - exactness(one))[0]
  return best?.quality ?? 0
}
