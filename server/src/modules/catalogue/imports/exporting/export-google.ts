import { numberOf } from '#kernel/quantity'
import type { WholeProduct } from '#modules/products'
import { pathCell, storedFields } from '#modules/products/fields'
import { dayAfterWorkingDays, type WorkingTime } from '#platform/working-time'
import { cellOf } from './cell-of.ts'
import { element, elements } from './xml-text.ts'

export const googleHead =
  '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Products</title>\n'
export const googleTail = '</channel></rss>\n'

const plain = storedFields.filter(({ google }) => google !== undefined)

/**
 * Omits fields for which the feed has no element, such as tiers. An import does not change them. A product on backorder has the day
 * that an order would promise today, which Google requires.
 */
export function googleProduct(product: WholeProduct, supplierTime: WorkingTime, now: Date): string {
  const { onHand, listPrice, perQuantity, currency, gtins, imageUrls } = product
  const [image, ...others] = imageUrls
  const classes = product.classes.flatMap((one) => /^GOOGLE=(.+)$/.exec(one)?.[1] ?? [])
  return [
    '<item>',
    ...plain.map((field) => element(`g:${field.google}`, cellOf(field, product))),
    elements('g:gtin', gtins),
    element('g:product_type', pathCell(product.categoryPath)),
    // The feed has the price of one unit only. For another price basis it is omitted, and an import does not change the
    // price.
    perQuantity === 1 ? element('g:price', `${listPrice.toFixed()} ${currency}`) : '',
    ...availabilityOf(product, supplierTime, now),
    element('g:quantity', String(numberOf(onHand))),
    element('g:image_link', image),
    elements('g:additional_image_link', others),
    // The feed has one class only. To export one of several would remove the others at the next import.
    ...(classes.length === product.classes.length
      ? [elements('g:google_product_category', classes)]
      : []),
    ...product.shipTo.map((code) => `<g:shipping>${element('g:country', code)}</g:shipping>`),
    '</item>\n',
  ].join('')
}

function availabilityOf(
  { onHand, backorder }: WholeProduct,
  supplierTime: WorkingTime,
  now: Date,
): string[] {
  if (onHand > 0n) return [element('g:availability', 'in_stock')]
  if (!backorder) return [element('g:availability', 'out_of_stock')]
  const day = dayAfterWorkingDays(supplierTime, now, backorder.leadTimeDays)
  // The feed wants an instant. Noon in London is on this day nearly everywhere.
  return [element('g:availability', 'backorder'), element('g:availability_date', `${day}T12:00Z`)]
}
