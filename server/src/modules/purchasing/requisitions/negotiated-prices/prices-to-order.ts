import type { NegotiatedUnitPrice } from '#modules/checkout'
import type { Conn } from '#platform/db'
import { listAttachments } from '../attachments/attachment-store.ts'
import { fail } from '../failures.ts'
import type { Requisition, RequisitionLine } from '../requisition.ts'

/**
 * The negotiated price of each line that has one, with the files that prove it. Throws for a price without a note or a file: older
 * releases did not ask for them.
 */
export async function listPricesToOrder(
  conn: Conn,
  requisition: Requisition,
  lines: readonly RequisitionLine[],
): Promise<(NegotiatedUnitPrice | undefined)[]> {
  if (!lines.some(({ sourcing }) => sourcing?.price)) return []
  const files = await listAttachments(conn, requisition)
  const unproven: string[] = []
  const prices = lines.map(({ id, sourcing }) => {
    const { price: unitPrice, note } = sourcing ?? {}
    if (!unitPrice) return undefined
    const proofs = (files.get(id) ?? []).filter(({ provesPrice }) => provesPrice)
    if (note === undefined || proofs.length === 0) {
      unproven.push(id)
      return undefined
    }
    return { unitPrice, note, attachmentIds: proofs.map((proof) => proof.id) }
  })
  if (unproven.length > 0) throw fail('prices_unproven', { lineIds: unproven })
  return prices
}

/** The currency of the order: that of the negotiated prices of its lines. Undefined: the request names none, and no price does. */
export function currencyOfPrices(
  prices: readonly (NegotiatedUnitPrice | undefined)[],
  requested: string | undefined,
): string | undefined {
  const negotiated = prices.flatMap((price) => price?.unitPrice.currency ?? [])
  const currencies = [...new Set([...negotiated, ...(requested === undefined ? [] : [requested])])]
  if (currencies.length > 1) throw fail('currencies_differ', { currencies })
  return currencies[0]
}
