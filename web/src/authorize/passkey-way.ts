import { type Html, html } from './html.ts'
import { formToken, passkeyScriptHere } from './layout.ts'

/** Hidden until the script shows it, in browsers that support passkeys for this site. */
export function passkeyWay(page: {
  readonly address: string
  readonly formToken: string
  readonly site: string
}): Html {
  return html`<form id="passkey-way" class="end" method="post" action="${page.address}/passkey-question" data-site="${page.site}" hidden>
${formToken(page.formToken)}
<div class="actions"><button type="submit">Sign in with a passkey</button></div>
</form>
${passkeyScriptHere}`
}
