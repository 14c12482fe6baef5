import { type Html, html } from './html.ts'
import { alert, formToken, layout } from './layout.ts'
import { scopeWords } from './scope-words.ts'

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
  /** The place where the person goes afterwards, in readable form. */
  readonly returnsTo: string
  readonly problem?: string | undefined
}

export function consentPage(page: ConsentPage): string {
  const { app, company, person, address } = page
  const yours = page.scopes.filter(({ isYours }) => isYours)
  const beyond = page.scopes.filter(({ isYours }) => !isYours)
  return layout(
    page.problem === undefined ? `Let ${app} act for you?` : 'Please check',
    html`<h1>Let ${app} act for you?</h1>
<div class="who">
<p><b>${person.name}</b><br><span class="small quiet">${person.email}<br>${company}</span></p>
<form method="post" action="${address}/sign-out">
${formToken(page.formToken)}
<button class="link" type="submit">Not you?</button>
</form>
</div>
${alert(page.problem)}
<form method="post" action="${address}/consent">
${formToken(page.formToken)}
${yours.length > 0 && choices(yours)}
${beyond.length > 0 && unavailable(beyond)}
<div class="actions">
${yours.length > 0 && html`<button class="primary" type="submit" name="decision" value="allow">Allow</button>`}
<button type="submit" name="decision" value="deny">Refuse</button>
</div>
</form>
<div class="end small quiet">
<p>It sees and does this at ${company}, as you could yourself, for 90 days. You can take it back at any time.</p>
<p>Afterwards you are back at ${page.returnsTo}.</p>
</div>`,
  )
}

function choices(scopes: readonly RequestedScope[]): Html {
  return html`<fieldset>
<legend>What it may do</legend>
<ul class="scopes">
${scopes.map(
  ({ name, isTicked }) => html`<li><label class="scope">
<input type="checkbox" name="scope" value="${name}"${isTicked && html` checked`}>
<span>${words(name)}</span>
</label></li>
`,
)}</ul>
</fieldset>`
}

function unavailable(scopes: readonly RequestedScope[]): Html {
  return html`<p class="small quiet beyond">It also asked for this. Your role does not include it, so it will not get it:</p>
<ul class="scopes">
${scopes.map(({ name }) => html`<li class="scope unavailable"><span>${words(name)}</span></li>\n`)}</ul>`
}

function words(name: string): Html {
  const { title, text } = scopeWords[name] ?? { title: name, text: '' }
  return html`<b>${title}</b><span class="small quiet">${text}</span>`
}
