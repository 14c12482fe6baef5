import { Type } from 'typebox'
import { escapeHtml, page, pageHeaders } from '../html.ts'
import type { SandboxHttp } from '../http.ts'
import { type Article, articles } from './articles.ts'

const Params = Type.Object({ sku: Type.String({ maxLength: 40 }) })

export const supplierPath = '/supplier/'

/**
 * A small shop of a supplier that has no company in the service: robots.txt, sitemap, product pages with schema.org data, and a feed
 * in the form of Google Merchant.
 */
export async function supplierSite(http: SandboxHttp): Promise<void> {
  http.get('/robots.txt', async ({ headers: { host } }, reply) =>
    reply.type('text/plain').send(robotsOf(`http://${host}`)),
  )
  http.get('/supplier', async (_request, reply) => reply.redirect(supplierPath, 301))
  http.get(supplierPath, async (_request, reply) => reply.headers(pageHeaders()).send(frontPage))
  http.get('/supplier/sitemap.xml', async ({ headers: { host } }, reply) =>
    reply.type('application/xml').send(sitemapOf(`http://${host}`)),
  )
  http.get('/supplier/feed.xml', async ({ headers: { host } }, reply) =>
    reply.type('application/xml').send(feedOf(`http://${host}`)),
  )
  http.get('/supplier/products/:sku', { schema: { params: Params } }, async (request, reply) => {
    const article = articles.find(({ sku }) => sku === request.params.sku)
    if (!article) return reply.code(404).headers(pageHeaders()).send(page('Not found', 'Not found'))
    return reply.headers(pageHeaders()).send(productPage(article))
  })
}

/** Crawlers read the shop alone: the other parts of the sandbox are no pages of a supplier. */
const robotsOf = (origin: string): string =>
  `User-agent: *\nAllow: ${supplierPath}\nDisallow: /\n\nSitemap: ${origin}/supplier/sitemap.xml\n`

const pathOf = ({ sku }: Article): string => `/supplier/products/${sku}`

const frontPage = page(
  'Nordlicht Elektro',
  `<div class="card"><h1>Nordlicht Elektro</h1><p>A supplier of the sandbox.</p><ul>${articles
    .map((one) => `<li><a href="${pathOf(one)}">${escapeHtml(one.name)}</a></li>`)
    .join('')}</ul></div>`,
)

/** As shops do, the same facts for people and as schema.org data for programs. */
function productPage(article: Article): string {
  const { sku, name, description, price, isInStock } = article
  const data = JSON.stringify(jsonLdOf(article)).replaceAll('<', '\\u003c')
  return page(
    name,
    `<script type="application/ld+json">${data}</script>
<div class="card"><h1>${escapeHtml(name)}</h1><p>${escapeHtml(description)}</p>
<p class="amount">${price} €</p><p class="soft">Article ${sku}, ${isInStock ? 'in stock' : 'not in stock'}</p>
<p><a href="${supplierPath}">All articles</a></p></div>`,
  )
}

function jsonLdOf({ sku, gtin, name, description, price, isInStock }: Article) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    sku,
    mpn: sku,
    gtin13: gtin,
    name,
    description,
    brand: { '@type': 'Brand', name: 'Nordlicht' },
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'EUR',
      availability: `https://schema.org/${isInStock ? 'InStock' : 'OutOfStock'}`,
    },
  }
}

function sitemapOf(origin: string): string {
  const urls = [supplierPath, ...articles.map(pathOf)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((url) => `<url><loc>${origin}${url}</loc></url>`).join('\n')}
</urlset>
`
}

function feedOf(origin: string): string {
  const items = articles.map(
    (one) => `<item><g:id>${one.sku}</g:id><g:title>${escapeHtml(one.name)}</g:title>
<g:description>${escapeHtml(one.description)}</g:description><g:link>${origin}${pathOf(one)}</g:link>
<g:price>${one.price} EUR</g:price><g:availability>${one.isInStock ? 'in_stock' : 'out_of_stock'}</g:availability>
<g:brand>Nordlicht</g:brand><g:gtin>${one.gtin}</g:gtin><g:mpn>${one.sku}</g:mpn></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Nordlicht Elektro</title>
<link>${origin}${supplierPath}</link><description>All articles</description>
${items.join('\n')}
</channel></rss>
`
}
