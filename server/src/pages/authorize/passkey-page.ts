import { html } from './html.ts'
import { formToken, layout, passkeyScriptHere } from './layout.ts'
import { cancel } from './sign-in-page.ts'
import type { AuthorizeWords } from './words.ts'

export type PasskeyPage = {
  readonly app: string
  readonly address: string
  readonly formToken: string
  /** The domain that passkeys are bound to. */
  readonly site: string
  /** Identifies the challenge. */
  readonly ticket: string
  /** The options for the browser, as JSON. */
  readonly question: string
}

export function passkeyPage(words: AuthorizeWords, page: PasskeyPage): string {
  const { t } = words
  return layout(
    words,
    t('passkey.title'),
    html`<h1>${t('passkey.headline')}</h1>
<p class="quiet">${t('passkey.lead', { app: page.app })}</p>
<div class="alert" role="alert" id="passkey-problem" hidden><p>${t('passkey.failed')}</p></div>
<form id="passkey-answer" method="post" action="${page.address}/passkey" data-site="${page.site}" data-question="${page.question}">
${formToken(page.formToken)}
<input type="hidden" name="ticket" value="${page.ticket}">
<input type="hidden" name="passkey" value="">
<div class="actions">
<button class="primary" type="submit" autofocus>${t('passkey.submit')}</button>
</div>
</form>
<p class="end"><a href="${page.address}">${t('passkey.insteadPassword')}</a></p>
${cancel(words, page)}
${passkeyScriptHere}`,
  )
}
