import type { Decimal } from 'decimal.js'
import { type Actor, may } from '#kernel/actor'
import { numberOf } from '#kernel/quantity'
import { after, daysMs, utcDay } from '#kernel/time'
import { platformCompanyId } from '#modules/identity'
import { type AgreedProductIds, addAgreedProduct, assertCurrencyKnown } from '#modules/products'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { pieces, smallestQuantity } from '#platform/units'
import { announceAnswer } from './announce.ts'
import type { OffersDeps } from './deps.ts'
import { fail } from './failures.ts'
import { publishAnswered } from './publish.ts'
import type { Confirmation, OfferRequest } from './request.ts'
import { findRequest, lockRequestForAnswer, markAnswered, type Party } from './request-store.ts'

export type ConfirmInput = {
  readonly requestId: string
  readonly unitPrice: { readonly amount: Decimal; readonly currency: string }
  readonly validUntil: Date
  readonly leadTimeDays: number
}

/** Operators act for every company. */
export function partyOf(actor: Actor): Party {
  return may(actor, 'act_for_every_company') ? 'everybody' : { companyId: actor.companyId }
}

/**
 * The supplier, or an operator, offers the goods at a price for a while. The company that asked sees a product of its own until then,
 * and orders it as any other.
 */
export async function confirmRequest(
  deps: OffersDeps,
  actor: Actor,
  { requestId, unitPrice, validUntil, leadTimeDays }: ConfirmInput,
): Promise<OfferRequest> {
  const { database, now } = deps
  const at = now()
  const known = await findRequest(database.pool, partyOf(actor), requestId)
  if (!known) throw fail('request_not_found', { requestId })
  if (!(validUntil > at && validUntil <= after(at, daysMs(366)))) throw fail('validity_invalid')
  assertCurrencyKnown(unitPrice.currency)
  const confirmation: Confirmation = {
    unitPrice: unitPrice.amount,
    currency: unitPrice.currency,
    validUntil,
    leadTimeDays,
  }
  const categoryId =
    known.productId === undefined
      ? undefined
      : await deps.categoryOf(buyerOf(known), known.productId)
  return database.transaction(async (tx) => {
    const locked = await lock(tx, actor, requestId, at)
    const orderable = await addProduct(deps, tx, locked, { confirmation, categoryId, now: at })
    return writeAnswer(deps, tx, actor, locked, { confirmed: { confirmation, orderable } }, at)
  })
}

export async function declineRequest(
  deps: OffersDeps,
  actor: Actor,
  { requestId, reason }: { readonly requestId: string; readonly reason?: string | undefined },
): Promise<OfferRequest> {
  const at = deps.now()
  return deps.database.transaction(async (tx) => {
    const locked = await lock(tx, actor, requestId, at)
    return writeAnswer(deps, tx, actor, locked, { reason }, at)
  })
}

async function lock(tx: Tx, actor: Actor, requestId: string, now: Date): Promise<OfferRequest> {
  const locked = await lockRequestForAnswer(tx, partyOf(actor), requestId)
  if (!locked) throw fail('request_not_found', { requestId })
  const { state, expiresAt } = locked
  const isOpen = state === 'REQUESTED' && expiresAt !== undefined && expiresAt > now
  if (!isOpen) throw fail('request_over', { requestId, state })
  return locked
}

async function writeAnswer(
  deps: OffersDeps,
  tx: Tx,
  actor: Actor,
  locked: OfferRequest,
  answer: Omit<Parameters<typeof markAnswered>[2], 'by' | 'at'>,
  now: Date,
): Promise<OfferRequest> {
  const request = await markAnswered(tx, locked, { ...answer, by: actor.id, at: now })
  if (!request) throw fail('request_over', { requestId: locked.id })
  await publishAnswered(tx, request, now)
  await announceAnswer(deps, tx, request, now)
  recordAudit(tx, {
    companyId: request.companyId,
    actor,
    action: answer.confirmed ? 'offers.confirmed' : 'offers.declined',
    target: { type: 'offer_request', id: request.id },
    outcome: 'done',
    details: { quantity: numberOf(request.quantity) },
    now,
  })
  return request
}

/** The product that only the company that asked sees. It is sold in the quantity that was requested. */
async function addProduct(
  { findCompany }: OffersDeps,
  tx: Tx,
  { id, companyId, supplierCompanyId, offer, quantity, country }: OfferRequest,
  facts: {
    readonly confirmation: Confirmation
    readonly categoryId: string | undefined
    readonly now: Date
  },
): Promise<AgreedProductIds> {
  const { confirmation, categoryId, now } = facts
  const { unit = pieces } = offer
  const seller = await findCompany(tx, supplierCompanyId ?? platformCompanyId)
  if (!seller) throw fail('request_not_found', { requestId: id })
  const product = {
    seller: { id: seller.id, name: seller.name },
    buyerCompanyId: companyId,
    sku: id,
    mpn: offer.mpn ?? offer.sku ?? id,
    gtins: offer.gtins,
    name: offer.name,
    brand: offer.brand ?? '',
    description: offer.description ?? '',
    attributes: offer.attributes.map((attribute) => ({ ...attribute, kind: 'text' as const })),
    categoryId,
    unit,
    moq: quantity,
    multiple: smallestQuantity(unit),
    leadTimeDays: confirmation.leadTimeDays,
    shipTo: [country],
    unitPrice: confirmation.unitPrice,
    currency: confirmation.currency,
    validUntil: confirmation.validUntil,
    onHand: quantity,
    sample: false,
    releasedOn: utcDay(now),
  }
  return addAgreedProduct(tx, product, now)
}

/** Who asked, for reading what that company sees. */
function buyerOf({ companyId, requestedBy }: OfferRequest): Actor {
  return {
    kind: 'system',
    id: requestedBy ?? companyId,
    companyId: companyId as Actor['companyId'],
    roles: new Set(),
    scopes: new Set(['products:read']),
  }
}
