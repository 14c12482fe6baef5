import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** What a path answers: a page of HTML, a status, or whatever the function writes. */
export type SiteAnswer = string | number | Buffer | Handler

export type SiteRequest = {
  readonly path: string
  readonly at: number
  readonly headers: IncomingMessage['headers']
}

/** A real web server that stands for the shop of a supplier. */
export type SupplierSite = {
  readonly url: string
  /** Answers by path, with its query. Any other path is 404. */
  readonly pages: Map<string, SiteAnswer>
  /** Answers paths that begin so and have no answer of their own. */
  below(prefix: string, handler: Handler): void
  readonly requests: SiteRequest[]
  /** The most requests that were under way at the same time. */
  atOnce(): number
  bytesSent(): number
  /** Forgets requests and pages. */
  reset(): void
  paths(): string[]
}

/** The caller closes it. */
export async function openSupplierSite(): Promise<SupplierSite & { close(): void }> {
  const pages = new Map<string, SiteAnswer>()
  const folders = new Map<string, Handler>()
  const requests: SiteRequest[] = []
  let open = 0
  let most = 0
  let bytes = 0
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ path, at: performance.now(), headers: request.headers })
    open += 1
    most = Math.max(most, open)
    const { socket } = response
    const before = socket?.bytesWritten ?? 0
    response.once('close', () => {
      open -= 1
      bytes += (socket?.bytesWritten ?? before) - before
    })
    const folder = [...folders].find(([prefix]) => path.startsWith(prefix))
    answer(pages.get(path) ?? folder?.[1] ?? notFound, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    below: (prefix, handler) => folders.set(prefix, handler),
    requests,
    atOnce: () => most,
    bytesSent: () => bytes,
    reset: () => {
      pages.clear()
      folders.clear()
      requests.length = 0
      most = 0
      bytes = 0
    },
    paths: () => requests.map(({ path }) => path).sort(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const notFound: Handler = (_request, response) => response.writeHead(404).end()

function answer(given: SiteAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (typeof given === 'number') response.writeHead(given).end()
  else if (typeof given === 'string') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(given)
  } else if (Buffer.isBuffer(given)) response.writeHead(200).end(given)
  else given(request, response)
}

/** A page with links, and with products as JSON-LD. */
export function aPage(
  links: readonly string[],
  products: readonly SiteProduct[] = [],
  head = '',
): string {
  const data = products.map(
    (product) => `<script type="application/ld+json">${JSON.stringify(jsonLd(product))}</script>`,
  )
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`)
  return `<!doctype html><html><head><title>Shop</title>${head}${data.join('')}</head><body>${anchors.join('\n')}</body></html>`
}

export type SiteProduct = {
  readonly sku: string
  readonly name?: string
  readonly price?: string
  readonly gtin?: string
  readonly brand?: string
  readonly mpn?: string
  readonly taxIncluded?: boolean
}

function jsonLd(product: SiteProduct) {
  const { sku, name = `Product ${sku}`, price = '12.50', gtin, brand, mpn, taxIncluded } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    sku,
    name,
    ...(gtin && { gtin13: gtin }),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(mpn && { mpn }),
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'EUR',
      ...(taxIncluded !== undefined && {
        priceSpecification: { '@type': 'PriceSpecification', valueAddedTaxIncluded: taxIncluded },
      }),
      availability: 'https://schema.org/InStock',
    },
  }
}
