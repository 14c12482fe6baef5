import { html } from './html.ts'
import { formToken, layout, passkeyScriptHere } from './layout.ts'
import { cancel } from './sign-in-page.ts'

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

export function passkeyPage(page: PasskeyPage): string {
  return layout(
    'Your passkey',
    html`<h1>Use your passkey</h1>
<p class="quiet">Your device asks you to unlock it, and signs you in to go on to ${page.app}.</p>
<div class="alert" role="alert" id="passkey-problem" hidden><p>That did not work. Try again, or sign in with your password.</p></div>
<form id="passkey-answer" method="post" action="${page.address}/passkey" data-site="${page.site}" data-question="${page.question}">
${formToken(page.formToken)}
<input type="hidden" name="ticket" value="${page.ticket}">
<input type="hidden" name="passkey" value="">
<div class="actions">
<button class="primary" type="submit" autofocus>Use passkey</button>
</div>
</form>
<p class="end"><a href="${page.address}">Sign in with your password instead</a></p>
${cancel(page)}
${passkeyScriptHere}`,
  )
}
