import { asIs, type Html, html } from './html.ts'
import { passkeyScript } from './passkey-script.ts'
import { styles } from './styles.ts'
import type { AuthorizeWords } from './words.ts'

const style = asIs(`<style>${styles}</style>`)

/** For pages on which a passkey can be used. Their policy allows this one script and no other. */
export const passkeyScriptHere = asIs(`<script>${passkeyScript}</script>`)

/** A page without external resources: no font, no image, no other server. */
export function layout({ language, t }: AuthorizeWords, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t('windowTitle', { page: title })}</title>
${style}
</head>
<body>
<main>
<p class="brand">Purveyor</p>
${content}
</main>
</body>
</html>
`.markup
}

export function alert(text: string | undefined): Html | undefined {
  if (text === undefined) return undefined
  return html`<div class="alert" role="alert" id="problem"><p>${text}</p></div>`
}

/** Every form has this field: it proves that we made the form for this browser. */
export function formToken(token: string): Html {
  return html`<input type="hidden" name="formToken" value="${token}">`
}
