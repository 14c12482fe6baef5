import { asIs, type Html, html } from './html.ts'
import { passkeyScript } from './passkey-script.ts'
import { styles } from './styles.ts'

const style = asIs(`<style>${styles}</style>`)

/** On the pages where a passkey can be used. Their policy lets this one script run and no other. */
export const passkeyScriptHere = asIs(`<script>${passkeyScript}</script>`)

/** A page that needs nothing but itself: no font, no picture, nobody else's server. */
export function layout(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Purveyor</title>
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

/** What every form carries: that it was made for this browser, and by us. */
export function formToken(token: string): Html {
  return html`<input type="hidden" name="formToken" value="${token}">`
}
