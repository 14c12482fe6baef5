import type { Locale } from '#kernel/locale'
import type { Tx } from '#platform/db'
import { formatInstant, formatQuantity } from '#platform/locale'
import { enqueueMail, oneLine, type Reader } from '#platform/mail'
import { writeLetter } from '#platform/texts'
import { isDivisible, pieces, unitLabel } from '#platform/units'
import type { OffersDeps } from './deps.ts'
import { unitPriceData } from './events.ts'
import { writeMail } from './mails.ts'
import type { OfferRequest } from './request.ts'

type Kind = 'requested' | 'confirmed' | 'declined' | 'expired'

/** Participant: a mail to each person who answers. */
export async function announceRequest(
  deps: OffersDeps,
  tx: Tx,
  request: OfferRequest,
  now: Date,
): Promise<void> {
  const readers = await deps.mail.reachAnswering(tx, request.supplierCompanyId)
  send(deps, tx, request, { kind: 'requested', readers, now })
}

/** Participant: a mail to the person who asked. For an API key, events are the notice. */
export async function announceAnswer(
  deps: OffersDeps,
  tx: Tx,
  request: OfferRequest,
  now: Date,
): Promise<void> {
  const kind = request.confirmation ? 'confirmed' : 'declined'
  send(deps, tx, request, { kind, readers: await askerOf(deps, tx, request), now })
}

/** Participant: nobody answered in time. */
export async function announceExpiry(
  deps: OffersDeps,
  tx: Tx,
  request: OfferRequest,
  now: Date,
): Promise<void> {
  send(deps, tx, request, { kind: 'expired', readers: await askerOf(deps, tx, request), now })
}

async function askerOf({ mail }: OffersDeps, tx: Tx, { companyId, requestedBy }: OfferRequest) {
  return requestedBy === undefined ? [] : mail.reachMember(tx, companyId, requestedBy)
}

function send(
  { mail }: OffersDeps,
  tx: Tx,
  request: OfferRequest,
  letter: { readonly kind: Kind; readonly readers: readonly Reader[]; readonly now: Date },
): void {
  const { kind, readers, now } = letter
  const link = mail.linkOf(request)
  for (const { email, userId, locale } of readers) {
    enqueueMail(tx, {
      to: email,
      ...writeLetter(writeMail, locale, kind, valuesOf(request, link, locale)),
      button: { label: writeMail(locale, 'button'), address: link },
      dedupeKey: `offers/${kind}/${request.id}/${userId}`,
      thread: `offers/${request.id}`,
      now,
    })
  }
}

/** Texts of people and of pages become one line, so that none of them can look like a sentence of the service. */
function valuesOf(request: OfferRequest, link: string, locale: Locale) {
  const { offer, confirmation, reason, expiresAt, createdAt } = request
  const price = confirmation && unitPriceData(confirmation)
  return {
    name: oneLine(offer.name),
    quantity: quantityIn(locale, request),
    price: price ? `${price.amount} ${price.currency}` : '',
    until: formatInstant(locale, confirmation?.validUntil ?? expiresAt ?? createdAt),
    reasoned: reason === undefined ? 'no' : 'yes',
    reason: oneLine(reason ?? ''),
    link,
  }
}

/** `5`, or `2.5 m` where the unit is divisible. */
function quantityIn(locale: Locale, { offer: { unit = pieces }, quantity }: OfferRequest): string {
  const amount = formatQuantity(locale, quantity)
  return isDivisible(unit) ? `${amount} ${unitLabel(unit, locale)}` : amount
}
