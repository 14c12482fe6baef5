import type { Tx } from '#platform/db'
import { type EventKind, emitAll } from '#platform/outbox'
import {
  dataOf,
  OfferConfirmed,
  OfferDeclined,
  OfferExpired,
  OfferRequested,
  unitPriceData,
} from './events.ts'
import type { OfferRequest } from './request.ts'

export const publishRequested = (tx: Tx, request: OfferRequest, now: Date) =>
  publish(tx, OfferRequested, request, now, {
    ...dataOf(request),
    expiresAt: (request.expiresAt ?? now).toISOString(),
  })

export async function publishAnswered(tx: Tx, request: OfferRequest, now: Date): Promise<void> {
  const { confirmation, orderable } = request
  if (!confirmation || !orderable) return publish(tx, OfferDeclined, request, now, dataOf(request))
  await publish(tx, OfferConfirmed, request, now, {
    ...dataOf(request),
    unitPrice: unitPriceData(confirmation),
    validUntil: confirmation.validUntil.toISOString(),
    leadTimeDays: confirmation.leadTimeDays,
    orderProductId: orderable.productId,
  })
}

export const publishExpired = (tx: Tx, request: OfferRequest, wasConfirmed: boolean, now: Date) =>
  publish(tx, OfferExpired, request, now, { ...dataOf(request), wasConfirmed })

/** The company that asks and the one that answers get the event. */
async function publish<Data>(
  tx: Tx,
  kind: EventKind<Data>,
  { id, version, companyId, supplierCompanyId }: OfferRequest,
  now: Date,
  data: Data,
): Promise<void> {
  const companies = new Set([companyId, supplierCompanyId ?? companyId])
  const emissions = [...companies].map((one) => ({
    companyId: one,
    entityId: id,
    entityVersion: version,
    data,
    occurredAt: now,
  }))
  await emitAll(tx, kind, emissions)
}
