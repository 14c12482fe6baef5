import { numberOf } from '#kernel/quantity'
import {
  brandData,
  listPriceData,
  ProductCreated,
  ProductDiscontinued,
  ProductPriceChanged,
  ProductStockChanged,
  ProductUpdated,
  priceBeforeData,
  tiersData,
  type WholeProduct,
} from '#modules/products'
import type { Tx } from '#platform/db'
import { emitAll } from '#platform/outbox'

export type Changed = {
  readonly before: WholeProduct
  readonly product: WholeProduct
  readonly changed: ReadonlySet<string>
}

/** Records the events of new products, with one statement for all. */
export async function announceCreated(
  tx: Tx,
  products: readonly WholeProduct[],
  now: Date,
): Promise<void> {
  await emitAll(
    tx,
    ProductCreated,
    products.map((product) => ({
      ...aboutOf(product, 1, now),
      data: {
        ...factsOf(product),
        ...brandData(product.brand),
        categoryId: product.categoryId,
        ...listPriceData(product),
      },
    })),
  )
}

/** Fields whose change has its own event. */
const fieldsWithOwnEvent = new Set(['listPrice', 'tiers', 'currency', 'perQuantity', 'onHand'])
const prices = ['listPrice', 'tiers', 'currency', 'perQuantity']

/** Records an event for each kind of change, with one statement for each kind. */
export async function announceChanged(
  tx: Tx,
  changes: readonly Changed[],
  now: Date,
): Promise<void> {
  const about = ({ product, before }: Changed) => aboutOf(product, before.version + 1, now)
  const updated = changes.flatMap((one) => {
    const fields = [...one.changed].filter(
      (field) => !fieldsWithOwnEvent.has(field) && !(field === 'state' && isDiscontinuation(one)),
    )
    const data = { ...factsOf(one.product), changed: fields }
    return fields.length === 0 ? [] : [{ ...about(one), data }]
  })
  await emitAll(tx, ProductUpdated, updated)
  const repriced = changes.filter(({ changed }) => prices.some((field) => changed.has(field)))
  await emitAll(
    tx,
    ProductPriceChanged,
    repriced.map((one) => ({
      ...about(one),
      data: {
        ...factsOf(one.product),
        ...priceBeforeData(one.before),
        ...listPriceData(one.product),
        ...(one.changed.has('tiers') ? { tiers: tiersData(one.product.tiers, one.product) } : {}),
      },
    })),
  )
  const counted = changes.filter(({ changed }) => changed.has('onHand'))
  await emitAll(
    tx,
    ProductStockChanged,
    counted.map((one) => ({
      ...about(one),
      data: {
        ...factsOf(one.product),
        before: numberOf(one.before.onHand),
        available: numberOf(one.product.onHand),
      },
    })),
  )
  const gone = changes.filter(isDiscontinuation)
  await emitAll(
    tx,
    ProductDiscontinued,
    gone.map((one) => ({ ...about(one), data: factsOf(one.product) })),
  )
}

export function isDiscontinuation({
  before,
  product,
}: Pick<Changed, 'before' | 'product'>): boolean {
  return before.state === 'ACTIVE' && product.state === 'DISCONTINUED'
}

function aboutOf(product: WholeProduct, entityVersion: number, occurredAt: Date) {
  const { supplierCompanyId: companyId, id: entityId } = product
  return { companyId, entityId, entityVersion, occurredAt }
}

function factsOf({ id, sku, mpn, name }: WholeProduct) {
  return { productId: id, sku, mpn, name }
}
