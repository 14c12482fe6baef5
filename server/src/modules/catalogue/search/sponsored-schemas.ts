import { type Static, Type } from 'typebox'
import type { Locale } from '#kernel/locale'
import { record } from '#kernel/record'
import type { RateTable } from '#modules/fx'
import { ProductView, viewProduct } from '#modules/products'
import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/search/sponsored.json' with { type: 'json' }
import type { SponsoredPlace } from './sponsorship.ts'

const write = defineTexts('search/sponsored', english)

export const SponsoredView = record(
  'SponsoredPlace',
  'A product that its supplier pays for. Always show the label with it.',
  {
    label: Type.String({
      description: 'Show this text with the product. It is in the language of the request.',
    }),
    position: Type.Integer({
      minimum: 0,
      description:
        'Show the product before the item of `data` with this index, never earlier. Never 0 if the query names a product by its number.',
    }),
    product: ProductView,
    advertiser: record('Advertiser', 'The company that pays for the place.', {
      id: Type.String(),
      name: Type.String(),
    }),
    clickUrl: Type.String({
      description:
        'Open this address when the person chooses the product. A click is charged within 30 minutes; later it only opens the target.',
    }),
    why: Type.String({ description: 'Why this viewer sees this product here.' }),
    auctionId: Type.String(),
  },
)

export function viewSponsored(
  { product, position, clickUrl, why, auctionId }: SponsoredPlace,
  locale: Locale,
  table?: RateTable,
): Static<typeof SponsoredView> {
  return {
    label: write(locale, 'label'),
    position,
    product: viewProduct(product, table),
    advertiser: { id: product.supplier.id, name: product.supplier.name },
    clickUrl,
    why: write(locale, `why.${why}`),
    auctionId,
  }
}
