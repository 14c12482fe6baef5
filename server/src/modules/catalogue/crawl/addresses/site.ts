/** The host of a site, whether or not it is written with `www.`. Pages of other hosts are not read. */
export function siteOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '')
}

/** The host with its port: what a robots.txt and the pauses are for. */
export const hostOf = (url: string): string => new URL(url).host

const notPages =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|js|mjs|json|map|woff2?|ttf|eot|otf|pdf|docx?|xlsx?|pptx?|zip|gz|tgz|rar|7z|tar|exe|dmg|iso|apk|mp[34]|m4[av]|webm|mov|avi|wmv|ogg|wav|flac|swf|dwg|stp|step)$/i

/** Whether a link may lead to a page with products. */
export function mayBePage(url: string): boolean {
  const { pathname } = new URL(url)
  const segments = pathname.split('/').filter(Boolean)
  return !notPages.test(pathname) && !hasRepeatedSegment(segments)
}

/** A path such as `/a/b/a/b/a/b`, which wrong relative links make longer and longer. */
function hasRepeatedSegment(segments: readonly string[]): boolean {
  const counts = new Map<string, number>()
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1
    if (count >= 3) return true
    counts.set(segment, count)
  }
  return false
}

const segmentsMax = 8

/**
 * The form of an address: its first segment, the number of the others, and the names of its parameters. Pages of a calendar or of an
 * endless list have one form.
 */
export function patternOf(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const [first = '', ...others] = pathname.split('/').filter(Boolean)
  const rest = others.slice(0, segmentsMax).map(() => '/*')
  const names = [...new Set(searchParams.keys())].sort().slice(0, segmentsMax)
  const query = names.length > 0 ? `?${names.join('&')}` : ''
  return `/${first.replace(/\d+/g, '#')}${rest.join('')}${query}`.slice(0, 300)
}
