import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import type { PictureFiles } from '#modules/images'
import type { Orders } from '#modules/orders'
import type { SentFile } from '#platform/attachments'
import type { Database } from '#platform/db'
import { type Attachment, fileKeyOf } from '../attachments/attachment.ts'
import { listAttachments } from '../attachments/attachment-store.ts'
import { fail } from '../failures.ts'
import { listLines } from '../line-store.ts'
import type { Requisition, RequisitionLine, Sourcing } from '../requisition.ts'
import { findRequisition, findRequisitionIdOfOrder } from '../requisition-store.ts'

/** A price that a buyer agreed by hand for a line of an order. */
export type NegotiatedPrice = {
  readonly requisition: Requisition
  readonly line: RequisitionLine
  readonly sourcing: Sourcing
  readonly proofs: readonly Attachment[]
}

export type NegotiatedPricesDeps = {
  readonly database: Database
  readonly orders: Pick<Orders, 'getOwn'>
  readonly files: Pick<PictureFiles, 'read'>
}

/** For the people of the buyer who may read the order. Throws `orders.order_not_found` for everybody else, suppliers too. */
export type NegotiatedPrices = {
  list(actor: Actor, orderId: string): Promise<NegotiatedPrice[]>
  download(
    actor: Actor,
    of: { readonly orderId: string; readonly attachmentId: string },
  ): Promise<SentFile>
}

export function createNegotiatedPrices(deps: NegotiatedPricesDeps): NegotiatedPrices {
  return {
    list: (actor, orderId) => listNegotiatedPrices(deps, actor, orderId),
    download: async (actor, { orderId, attachmentId }) => {
      const prices = await listNegotiatedPrices(deps, actor, orderId)
      const proofs = prices.flatMap((price) => price.proofs)
      const attachment = proofs.find(({ id }) => id === attachmentId)
      const content = attachment && (await deps.files.read(fileKeyOf(attachmentId)))
      if (!content) throw fail('attachment_not_found', { attachmentId })
      return { attachment, content }
    },
  }
}

/** A line of an order cannot be sourced again, so its proofs stay as they were when it was ordered. */
async function listNegotiatedPrices(
  { database: { pool }, orders }: NegotiatedPricesDeps,
  actor: Actor,
  orderId: string,
): Promise<NegotiatedPrice[]> {
  const { companyId } = actor
  await orders.getOwn(actor, orderId)
  const requisitionId = await findRequisitionIdOfOrder(pool, companyId, orderId)
  if (requisitionId === undefined) return []
  const requisition = await findRequisition(pool, companyId, requisitionId)
  assert(requisition)
  const lines = await listLines(pool, requisition)
  const files = await listAttachments(pool, requisition)
  return lines.flatMap((line) => {
    const { sourcing } = line
    if (line.order?.id !== orderId || !sourcing?.price) return []
    const proofs = (files.get(line.id) ?? []).filter(({ provesPrice }) => provesPrice)
    return [{ requisition, line, sourcing, proofs }]
  })
}
