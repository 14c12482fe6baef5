import { asIs, type Html, html } from '../authorize/html.ts'
import { accountStyles } from './styles.ts'
import type { AccountWords } from './words.ts'

export { type Html, html } from '../authorize/html.ts'
export { alert, formToken, passkeyScriptHere } from '../authorize/layout.ts'

const style = asIs(`<style>${accountStyles}</style>`)

/** The person who is signed in. */
export type Viewer = {
  readonly name: string
  readonly email: string
  readonly company: string
  /** For the form that signs out. */
  readonly formToken: string
}

type Options = { readonly viewer?: Viewer | undefined; readonly isWide?: boolean }

/** A page without external resources: no font, no image, no other server. */
export function accountLayout(
  words: AccountWords,
  title: string,
  content: Html,
  { viewer, isWide = false }: Options = {},
): string {
  const { language, t } = words
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
<main${isWide && html` class="wide"`}>
<div class="top">
<p class="brand">${viewer ? html`<a href="/account" title="${t('home')}">Purveyor</a>` : 'Purveyor'}</p>
${viewer && places(words)}
${viewer && signedIn(viewer, t('signOut'))}
</div>
${content}
</main>
</body>
</html>
`.markup
}

/** The pages of companies beside this one. */
function places({ t }: AccountWords): Html {
  const links = [
    ['/', t('place.catalogue')],
    ['/quick-order', t('place.quickOrder')],
    ['/cart', t('place.cart')],
    ['/orders', t('place.orders')],
    ['/account', t('place.account')],
  ] as const
  return html`<nav class="places">${links.map(([to, name]) => html`<a href="${to}">${name}</a>`)}</nav>`
}

function signedIn({ name, company, formToken }: Viewer, signOut: string): Html {
  return html`<form method="post" action="/account/sign-out">
<input type="hidden" name="formToken" value="${formToken}">
<span class="small quiet">${name}, ${company}</span>
<button class="link" type="submit">${signOut}</button>
</form>`
}

/** The name and the value of each row that has a value. */
export function facts(
  rows: readonly (readonly [name: string, value: string | Html | undefined])[],
): Html {
  const known = rows.filter(([, value]) => value !== undefined && value !== '')
  return html`<dl>${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

/** What the person did just now. */
export function note(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<div class="note" role="status"><p>${text}</p></div>`
}
