import { type Html, html } from './html.ts'
import { alert, formToken, layout } from './layout.ts'
import { type AuthorizeWords, isAuthorizeKey } from './words.ts'

export type RequestedScope = {
  readonly name: string
  readonly isTicked: boolean
  /** False: the person does not have this right, so the app cannot get it either. */
  readonly isYours: boolean
}

export type ConsentPage = {
  readonly app: string
  readonly company: string
  readonly person: { readonly name: string; readonly email: string }
  readonly address: string
  readonly formToken: string
  readonly scopes: readonly RequestedScope[]
  /** The place where the person goes afterwards, in readable form. Undefined: an app on their device. */
  readonly returnsTo: string | undefined
  readonly problem?: string | undefined
}

export function consentPage(words: AuthorizeWords, page: ConsentPage): string {
  const { t } = words
  const { app, company, person, address, returnsTo } = page
  const yours = page.scopes.filter(({ isYours }) => isYours)
  const beyond = page.scopes.filter(({ isYours }) => !isYours)
  return layout(
    words,
    page.problem === undefined ? t('consent.title', { app }) : t('consent.titleAgain'),
    html`<h1>${t('consent.title', { app })}</h1>
<div class="who">
<p><b>${person.name}</b><br><span class="small quiet">${person.email}<br>${company}</span></p>
<form method="post" action="${address}/sign-out">
${formToken(page.formToken)}
<button class="link" type="submit">${t('consent.notYou')}</button>
</form>
</div>
${alert(page.problem)}
<form method="post" action="${address}/consent">
${formToken(page.formToken)}
${yours.length > 0 && choices(words, yours)}
${beyond.length > 0 && unavailable(words, beyond)}
<div class="actions">
${yours.length > 0 && html`<button class="primary" type="submit" name="decision" value="allow">${t('consent.allow')}</button>`}
<button type="submit" name="decision" value="deny">${t('consent.refuse')}</button>
</div>
</form>
<div class="end small quiet">
<p>${t('consent.effect', { company })}</p>
<p>${t('consent.returnsTo', { place: returnsTo ?? t('consent.appOnDevice') })}</p>
</div>`,
  )
}

function choices(words: AuthorizeWords, scopes: readonly RequestedScope[]): Html {
  return html`<fieldset>
<legend>${words.t('consent.scopes')}</legend>
<ul class="scopes">
${scopes.map(
  ({ name, isTicked }) => html`<li><label class="scope">
<input type="checkbox" name="scope" value="${name}"${isTicked && html` checked`}>
<span>${scopeText(words, name)}</span>
</label></li>
`,
)}</ul>
</fieldset>`
}

function unavailable(words: AuthorizeWords, scopes: readonly RequestedScope[]): Html {
  return html`<p class="small quiet beyond">${words.t('consent.beyond')}</p>
<ul class="scopes">
${scopes.map(({ name }) => html`<li class="scope unavailable"><span>${scopeText(words, name)}</span></li>\n`)}</ul>`
}

/** What the scope means to the person who decides. */
function scopeText({ t }: AuthorizeWords, name: string): Html {
  const [titleKey, textKey] = [`scope.${name}.title`, `scope.${name}.text`]
  const title = isAuthorizeKey(titleKey) ? t(titleKey) : name
  const text = isAuthorizeKey(textKey) ? t(textKey) : ''
  return html`<b>${title}</b><span class="small quiet">${text}</span>`
}
