import { type Html, html } from './html.ts'
import { formToken, passkeyScriptHere } from './layout.ts'
import type { AuthorizeWords } from './words.ts'

type Way = { readonly address: string; readonly formToken: string; readonly site: string }

/** Hidden until the script shows it, in browsers that support passkeys for this site. */
export function passkeyWay({ t }: AuthorizeWords, page: Way): Html {
  return html`<form id="passkey-way" class="end" method="post" action="${page.address}/passkey-question" data-site="${page.site}" hidden>
${formToken(page.formToken)}
<div class="actions"><button type="submit">${t('passkey.signIn')}</button></div>
</form>
${passkeyScriptHere}`
}
