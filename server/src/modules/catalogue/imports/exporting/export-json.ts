import type { WholeProduct } from '#modules/products'

export function jsonProduct(product: WholeProduct): string {
  const record = {
    sku: product.sku,
    name: product.name,
    description: product.description,
    language: product.language,
    brand: product.brand,
    mpn: product.mpn,
    gtins: product.gtins,
    category: product.categoryPath,
    unit: product.unit,
    perQuantity: product.perQuantity,
    contents: product.contents,
    price: product.listPrice.toFixed(),
    currency: product.currency,
    tiers: product.tiers.map(({ minQuantity, unitPrice }) => ({
      minQuantity,
      unitPrice: unitPrice.toFixed(),
    })),
    stock: product.onHand,
    moq: product.moq,
    multiple: product.multiple,
    leadTimeDays: product.leadTimeDays,
    shipTo: product.shipTo,
    attributes: product.attributes,
    images: product.imageUrls,
    classes: product.classes,
    releasedOn: product.releasedOn,
    texts: Object.keys(product.texts).length > 0 ? product.texts : undefined,
  }
  return `${JSON.stringify(record)}\n`
}
