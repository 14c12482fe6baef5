import type { Substitute } from '#modules/products'
import type { Tx } from '#platform/db'
import { deliveryOf } from '../addresses/deliveries.ts'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Order } from '../order.ts'

/** Participant: the product that is to replace that of the line. Throws if the buyer cannot buy it in its place. */
export async function getSubstitute(
  { products }: Pick<FulfilmentDeps, 'products'>,
  tx: Tx,
  order: Order,
  { line, substituteProductId }: SubstituteOfLine,
  now: Date,
): Promise<Substitute> {
  const { companyId, unitId } = order
  const { lineNumber, productId } = line
  const { country } = deliveryOf(order, line).shipTo
  const requested = { productId, substituteProductId, country }
  const buyer = { companyId, unitId }
  const substitute = await products.findSubstitute(tx, buyer, requested, now)
  if (!substitute) throw fail('substitute_unfit', { lineNumber, productId: substituteProductId })
  return substitute
}

type SubstituteOfLine = { readonly line: LineProgress; readonly substituteProductId: string }
