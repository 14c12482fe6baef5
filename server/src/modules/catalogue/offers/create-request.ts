import type { Actor } from '#kernel/actor'
import { ownerIdOf } from '#kernel/actor'
import { newId } from '#kernel/id'
import { numberOf, type Quantity } from '#kernel/quantity'
import { after, daysMs } from '#kernel/time'
import { readCountry } from '#modules/products'
import { recordAudit } from '#platform/audit'
import { fitsUnit, pieces } from '#platform/units'
import { announceRequest } from './announce.ts'
import type { OffersDeps } from './deps.ts'
import { fail } from './failures.ts'
import { publishRequested } from './publish.ts'
import type { OfferRequest } from './request.ts'
import { findOpenRequestId, insertRequest, openMax } from './request-store.ts'

export type NewOfferRequest = {
  /** An external offer, or a known product that has some. */
  readonly productId: string
  /** Which of the external offers of a known product. Default: the most certain one. */
  readonly offerId?: string | undefined
  readonly quantity: Quantity
  readonly country?: string | undefined
  readonly note?: string | undefined
}

/** Asks the supplier of an external offer for a price, or operators where the supplier has no company here. */
export async function createRequest(
  deps: OffersDeps,
  actor: Actor,
  input: NewOfferRequest,
): Promise<OfferRequest> {
  const { database, now, settings } = deps
  const country = readCountry(input.country)
  const { offer, supplierId, productId } = await offerOf(deps, actor, input)
  const { unit = pieces } = offer
  if (!fitsUnit(input.quantity, unit)) throw fail('quantity_not_whole', { unit })
  const company = await deps.findCompany(database.pool, actor.companyId)
  const at = now()
  const request: OfferRequest = {
    companyId: actor.companyId,
    id: newId('ofr', at),
    state: 'REQUESTED',
    version: 1,
    supplierCompanyId: supplierId,
    productId,
    offer,
    quantity: input.quantity,
    country: country ?? company?.country ?? '',
    note: input.note,
    requestedBy: ownerIdOf(actor),
    createdAt: at,
    expiresAt: after(at, daysMs(settings.OFFERS_ANSWER_DAYS)),
    answeredAt: undefined,
    confirmation: undefined,
    orderable: undefined,
    reason: undefined,
  }
  return database.transaction(async (tx) => {
    if (!(await insertRequest(tx, request))) {
      const requestId = await findOpenRequestId(tx, actor.companyId, offer.id)
      if (requestId !== undefined) throw fail('request_exists', { requestId })
      throw fail('requests_too_many', { max: openMax })
    }
    await publishRequested(tx, request, at)
    await announceRequest(deps, tx, request, at)
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'offers.requested',
      target: { type: 'offer_request', id: request.id },
      outcome: 'done',
      details: { offerId: offer.id, quantity: numberOf(input.quantity) },
      now: at,
    })
    return request
  })
}

async function offerOf(
  { crawls }: OffersDeps,
  actor: Actor,
  { productId, offerId }: NewOfferRequest,
) {
  const found = await crawls.findOffer(actor, productId, offerId)
  if (found) return found
  const isKnown = productId.startsWith('prd_') && offerId === undefined
  throw isKnown ? fail('not_external', { productId }) : fail('offer_not_found', { productId })
}
