import type { FoundProduct } from './found-product.ts'
import { readPage } from './read-page.ts'

/** The address of the pages that tests read. */
export const url = 'https://shop.example/p/anvil?utm_source=mail'

export const anvil = { '@type': 'Product', name: 'Anvil' }

export function offer(given: Readonly<Record<string, unknown>>) {
  return { '@type': 'Offer', price: '5.00', priceCurrency: 'EUR', ...given }
}

export function priceOf(given: Readonly<Record<string, unknown>>): FoundProduct['price'] {
  return readHtml(jsonLd({ ...anvil, offers: offer(given) })).products[0]?.price
}

export function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`
}

export function readHtml(page: string) {
  return readPage({ url, contentType: 'text/html; charset=utf-8', body: Buffer.from(page) })
}

export function names(page: string): string[] {
  return readHtml(page).products.map(({ name }) => name)
}
