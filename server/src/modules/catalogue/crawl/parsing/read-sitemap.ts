import { SaxesParser } from 'saxes'

export type ReadSitemap = {
  /** Addresses of pages. */
  readonly pages: readonly string[]
  /** Addresses of further sitemaps. */
  readonly sitemaps: readonly string[]
  /** The text is no sitemap, or it is broken from some place on. What stands before that place counts. */
  readonly isBroken: boolean
}

/** A sitemap names at most so many addresses (sitemaps.org). */
const addressesMax = 50_000

/** Reads a sitemap, an index of sitemaps, or a text with an address in each line. A document type is refused: it may hold bombs. */
export function readSitemap(text: string): ReadSitemap {
  return /^\s*https?:\/\//.test(text) ? readLines(text) : readXml(text)
}

function readLines(text: string): ReadSitemap {
  const pages = text.split(/\s+/).filter((line) => /^https?:\/\//.test(line))
  return { pages: pages.slice(0, addressesMax), sitemaps: [], isBroken: false }
}

function readXml(text: string): ReadSitemap {
  const found = { urlset: [] as string[], sitemapindex: [] as string[] }
  const parser = new SaxesParser({ xmlns: false })
  const path: string[] = []
  let address = ''
  let isBroken = false
  const nameOf = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()
  parser.on('error', () => {
    isBroken = true
  })
  parser.on('doctype', () => {
    isBroken = true
  })
  parser.on('opentag', ({ name }) => {
    path.push(nameOf(name))
    address = ''
  })
  parser.on('text', (part) => {
    if (path.at(-1) === 'loc' && address.length < 4_000) address += part
  })
  parser.on('cdata', (part) => {
    if (path.at(-1) === 'loc' && address.length < 4_000) address += part
  })
  parser.on('closetag', () => {
    const [root] = path
    const isAddress = path.length === 3 && path[2] === 'loc'
    if (isAddress && (root === 'urlset' || root === 'sitemapindex')) {
      if (found[root].length < addressesMax) found[root].push(address.trim())
    }
    path.pop()
  })
  // In pieces, so that a document type or an error ends the reading before the rest is read.
  for (let from = 0; from < text.length && !isBroken; from += 65_536) {
    parser.write(text.slice(from, from + 65_536))
  }
  if (!isBroken) parser.close()
  const isSitemap = found.urlset.length + found.sitemapindex.length > 0
  return { pages: found.urlset, sitemaps: found.sitemapindex, isBroken: isBroken || !isSitemap }
}
