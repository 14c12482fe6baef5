import { escapeHtml, page } from '../html.ts'
import type { Intent } from './intent.ts'

/** The card that is always declined, like the test cards of real providers. */
export const declinedCard = '4000000000000002'

const outcomes: Readonly<Record<Intent['state'], { title: string; text: string }>> = {
  REQUIRES_PAYMENT: { title: 'Waiting for you', text: 'This payment is still open.' },
  AUTHORIZED: { title: 'Payment approved', text: 'The amount is reserved for the merchant.' },
  SUCCEEDED: { title: 'Payment complete', text: 'Thank you. The merchant has been notified.' },
  FAILED: { title: 'Payment declined', text: 'Nothing was taken.' },
  CANCELLED: { title: 'Payment cancelled', text: 'The merchant withdrew it. Nothing was taken.' },
  EXPIRED: { title: 'Payment expired', text: 'The time for it has passed. Nothing was taken.' },
}

export function payPage(intent: Intent, path: string): string {
  const body = `<form class="card" method="post" action="${path}/${encodeURIComponent(intent.id)}">
<h1>Pay ${escapeHtml(intent.merchantName)}</h1>
${summary(intent)}
<label for="card">Card number (optional)</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" maxlength="23" placeholder="4242 4242 4242 4242" aria-describedby="card-hint">
<p class="hint" id="card-hint">A test page: no money moves. 4000 0000 0000 0002 is declined, any other number pays.</p>
<div class="actions">
<button class="main" name="choice" value="pay">Pay ${escapeHtml(amountText(intent))}</button>
<button name="choice" value="decline">Decline</button>
</div>
</form>`
  return page(`Pay ${intent.merchantName}`, body)
}

export function resultPage(intent: Intent): string {
  const { title, text } = outcomes[intent.state]
  const back = intent.returnUrl
    ? `<div class="actions"><a class="button main" href="${escapeHtml(returnAddress(intent, intent.returnUrl))}">Back to ${escapeHtml(intent.merchantName)}</a></div>`
    : ''
  return page(
    title,
    `<section class="card" role="status">
<h1>${title}</h1>
${summary(intent)}
<p>${text}</p>
${back}
</section>`,
  )
}

export function missingPage(): string {
  return page(
    'No such payment',
    `<section class="card"><h1>No such payment</h1>
<p>This address names no payment we know. Go back to the shop and start the payment again.</p></section>`,
  )
}

function summary(intent: Intent): string {
  const lines = [intent.description, `Reference ${intent.merchantReference}`]
  return `<p class="amount">${escapeHtml(amountText(intent))}</p>
${lines.map((line) => (line ? `<p class="soft">${escapeHtml(line)}</p>` : '')).join('')}`
}

function amountText(intent: Intent): string {
  return `${intent.amount} ${intent.currency}`
}

/** Where the payer goes afterwards. The parameters are informative only: the service trusts the event. */
export function returnAddress(intent: Intent, returnUrl: string): string {
  const address = new URL(returnUrl)
  address.searchParams.set('paymentId', intent.merchantReference)
  address.searchParams.set('paymentResult', intent.state.toLowerCase())
  return address.href
}
