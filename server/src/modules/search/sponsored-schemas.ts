import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { RateTable } from '#modules/fx'
import { ProductView, viewProduct } from '#modules/products'
import type { SponsoredPlace } from './sponsorship.ts'

const reasons = {
  keyword: 'Its supplier pays to be shown for words of this search.',
  category: 'Its supplier pays to be shown in this category.',
  product: 'Its supplier pays to be shown where a search finds this product.',
} as const

export const sponsoredLabel = 'Sponsored'

export const SponsoredView = record(
  'SponsoredPlace',
  'A product that its supplier pays for. Always show the label with it.',
  {
    label: Type.String({ description: 'Show this text with the product.' }),
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
  table?: RateTable,
): Static<typeof SponsoredView> {
  return {
    label: sponsoredLabel,
    position,
    product: viewProduct(product, table),
    advertiser: { id: product.supplier.id, name: product.supplier.name },
    clickUrl,
    why: reasons[why],
    auctionId,
  }
}
