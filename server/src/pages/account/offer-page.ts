import { accountLayout, alert, facts, formToken, type Html, html, type Viewer } from './layout.ts'
import { type AccountWords, type Money, wordFor } from './words.ts'

export type ShownOfferRequest = {
  readonly id: string
  readonly state: string
  readonly answeredBy: string
  readonly supplierId: string | null
  readonly offer: {
    readonly name: string
    readonly unit?: string
    readonly price?: { readonly currency: string }
  }
  readonly quantity: number
  readonly country: string
  readonly note: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly unitPrice: Money | null
  readonly validUntil: string | null
  readonly leadTimeDays: number | null
  readonly reason: string | null
}

export type OfferPage = {
  readonly viewer: Viewer
  readonly request: ShownOfferRequest
  readonly mayAnswer: boolean
  readonly problem?: string | undefined
}

export function offerPage(
  words: AccountWords,
  { viewer, request, mayAnswer, problem }: OfferPage,
): string {
  const { t, money, instant } = words
  const at = (time: string | null) => (time === null ? undefined : instant(time))
  const title = t('offer.title')
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${alert(problem)}
${facts([
  [t('offer.product'), request.offer.name],
  [t('offer.quantity'), words.quantity(request.quantity, request.offer.unit)],
  [t('offer.country'), request.country],
  [t('offer.note'), request.note ?? undefined],
  [t('offer.state'), wordFor(words, `offer.${request.state}`)],
  [t('offer.requested'), instant(request.createdAt)],
  [t('offer.answerUntil'), request.state === 'REQUESTED' ? at(request.expiresAt) : undefined],
  [t('offer.price'), request.unitPrice === null ? undefined : money(request.unitPrice)],
  [t('offer.validUntil'), at(request.validUntil)],
  [
    t('offer.leadTime'),
    request.leadTimeDays === null ? undefined : t('offer.days', { count: request.leadTimeDays }),
  ],
  [t('offer.reason'), request.reason ?? undefined],
])}
${mayAnswer && answerForms(words, viewer, request)}`,
    { viewer, isWide: true },
  )
}

function answerForms({ t }: AccountWords, viewer: Viewer, { id, offer }: ShownOfferRequest): Html {
  const address = `/account/offer-requests/${id}`
  return html`<div class="decision">
<form method="post" action="${address}" aria-label="${t('offer.confirm')}">
${formToken(viewer.formToken)}
<label class="field" for="amount">${t('offer.amount')}</label>
<input id="amount" name="amount" type="text" inputmode="decimal" required pattern="[0-9]{1,12}([.,][0-9]{1,6})?" maxlength="19">
<label class="field" for="currency">${t('offer.currency')}</label>
<input id="currency" name="currency" type="text" required pattern="[A-Z]{3}" maxlength="3" value="${offer.price?.currency ?? 'EUR'}">
<label class="field" for="validUntil">${t('offer.validDay')}</label>
<input id="validUntil" name="validUntil" type="date" required>
<label class="field" for="leadTimeDays">${t('offer.leadDays')}</label>
<input id="leadTimeDays" name="leadTimeDays" type="number" required min="0" max="365">
<div class="actions"><button class="primary" type="submit" name="decision" value="confirm">${t('offer.confirm')}</button></div>
</form>
<form method="post" action="${address}" aria-label="${t('offer.decline')}">
${formToken(viewer.formToken)}
<label class="field" for="reason">${t('offer.declineReason')}</label>
<textarea id="reason" name="reason" maxlength="500"></textarea>
<div class="actions"><button type="submit" name="decision" value="decline">${t('offer.decline')}</button></div>
</form>
</div>`
}
