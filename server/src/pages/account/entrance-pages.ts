import { asIs } from '../authorize/html.ts'
import { accountLayout, alert, type Html, html, note, passkeyScriptHere } from './layout.ts'
import { tokenScript } from './token-script.ts'
import type { AccountWords } from './words.ts'

const tokenScriptHere = asIs(`<script>${tokenScript}</script>`)

type Entrance = {
  /** The page of ours that the person wanted. */
  readonly returnTo: string
  readonly problem?: string | undefined
}

export type SignInPage = Entrance & {
  /** What the person typed before. It never contains a password. */
  readonly email?: string | undefined
  readonly passwordChanged?: boolean
  /** The domain of passkeys. Undefined: there are none. */
  readonly passkeySite?: string | undefined
  /** On the front page: where operators and integrators go on. */
  readonly links?: { readonly operatorPages: string | undefined } | undefined
}

export function signInPage(words: AccountWords, page: SignInPage): string {
  const { t } = words
  const { email, problem, returnTo, passkeySite, passwordChanged, links } = page
  return accountLayout(
    words,
    t('signIn.title'),
    html`<h1>${t('signIn.title')}</h1>
${note(passwordChanged ? t('signIn.passwordChanged') : undefined)}
${alert(problem)}
<form method="post" action="/account/sign-in">
${hidden('returnTo', returnTo)}
${emailField(words, email)}
${passwordField(t('field.password'), 'password', 'current-password', problem)}
<div class="actions"><button class="primary" type="submit">${t('signIn.submit')}</button></div>
</form>
<p class="end"><a href="/account/forgot-password">${t('signIn.forgot')}</a></p>
${passkeySite !== undefined && passkeyWay(words, returnTo, passkeySite)}
${links && otherWays(words, links.operatorPages)}`,
  )
}

/** The operators' pages, if this service has them, and the documentation. */
function otherWays({ t }: AccountWords, operatorPages: string | undefined): Html {
  const ways = [
    ...(operatorPages === undefined ? [] : [[operatorPages, t('front.operators')] as const]),
    ['/docs/', t('front.guides')] as const,
    ['/docs/api', t('front.reference')] as const,
  ]
  return html`<ul class="ways end">${ways.map(
    ([to, name]) => html`<li><a href="${to}">${name}</a></li>`,
  )}</ul>`
}

function passkeyWay({ t }: AccountWords, returnTo: string, site: string): Html {
  return html`<form id="passkey-way" class="end" method="post" action="/account/passkey-question" data-site="${site}" hidden>
${hidden('returnTo', returnTo)}
<div class="actions"><button type="submit">${t('passkey.signIn')}</button></div>
</form>
${passkeyScriptHere}`
}

export type CodePage = Entrance & {
  /** Identifies the correct password, so that the person does not type it again. */
  readonly ticket: string
  /** Where the code comes from: an authenticator app, a mail, or the list of recovery codes. */
  readonly source: 'app' | 'mail' | 'recovery'
}

export function codePage(
  words: AccountWords,
  { ticket, source, returnTo, problem }: CodePage,
): string {
  const { t } = words
  return accountLayout(
    words,
    t('code.title'),
    html`<h1>${t('code.title')}</h1>
<p class="quiet">${t(`code.${source}`)}</p>
${alert(problem)}
<form method="post" action="/account/code">
${hidden('returnTo', returnTo)}
${hidden('ticket', ticket)}
${hidden('source', source)}
<label class="field" for="code">${t('code.label')}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="64" autofocus${describedBy(problem)}>
<div class="actions"><button class="primary" type="submit">${t('code.submit')}</button></div>
</form>
<p class="end"><a href="${signInAddress(returnTo)}">${t('code.again')}</a></p>`,
  )
}

export type AccountPasskeyPage = {
  readonly returnTo: string
  readonly site: string
  readonly ticket: string
  /** The options for the browser, as JSON. */
  readonly question: string
}

export function accountPasskeyPage(words: AccountWords, page: AccountPasskeyPage): string {
  const { t } = words
  return accountLayout(
    words,
    t('passkey.title'),
    html`<h1>${t('passkey.title')}</h1>
<p class="quiet">${t('passkey.lead')}</p>
<div class="alert" role="alert" id="passkey-problem" hidden><p>${t('passkey.failed')}</p></div>
<form id="passkey-answer" method="post" action="/account/passkey" data-site="${page.site}" data-question="${page.question}">
${hidden('returnTo', page.returnTo)}
${hidden('ticket', page.ticket)}
${hidden('passkey', '')}
<div class="actions"><button class="primary" type="submit" autofocus>${t('passkey.submit')}</button></div>
</form>
<p class="end"><a href="${signInAddress(page.returnTo)}">${t('passkey.insteadPassword')}</a></p>
${passkeyScriptHere}`,
  )
}

export function forgotPasswordPage(
  words: AccountWords,
  {
    email,
    problem,
  }: { readonly email?: string | undefined; readonly problem?: string | undefined },
): string {
  const { t } = words
  return accountLayout(
    words,
    t('forgot.title'),
    html`<h1>${t('forgot.title')}</h1>
<p class="quiet">${t('forgot.lead')}</p>
${alert(problem)}
<form method="post" action="/account/forgot-password">
${emailField(words, email)}
<div class="actions"><button class="primary" type="submit">${t('forgot.submit')}</button></div>
</form>
<p class="end"><a href="/account/sign-in">${t('forgot.back')}</a></p>`,
  )
}

/** The same page whether the account exists or not. */
export function resetSentPage(words: AccountWords): string {
  const { t } = words
  return accountLayout(
    words,
    t('forgot.sentTitle'),
    html`<h1>${t('forgot.sentTitle')}</h1>
<p>${t('forgot.sent')}</p>
<p class="end"><a href="/account/sign-in">${t('forgot.back')}</a></p>`,
  )
}

export type TokenPage = {
  readonly token?: string | undefined
  readonly problem?: string | undefined
}

export function resetPasswordPage(words: AccountWords, { token, problem }: TokenPage): string {
  const { t } = words
  return accountLayout(
    words,
    t('reset.title'),
    html`<h1>${t('reset.title')}</h1>
${alert(problem)}
<form method="post" action="/account/reset-password">
${tokenField(words, token)}
${passwordField(t('field.newPassword'), 'newPassword', 'new-password', problem, t('field.newPasswordHint'))}
<div class="actions"><button class="primary" type="submit">${t('reset.submit')}</button></div>
</form>
<p class="end"><a href="/account/forgot-password">${t('reset.another')}</a></p>
${tokenScriptHere}`,
  )
}

/** The link of a mail proves the mailbox, and the password proves the person. */
export function mailedCodePage(words: AccountWords, { token, problem }: TokenPage): string {
  const { t } = words
  return accountLayout(
    words,
    t('mailedCode.title'),
    html`<h1>${t('mailedCode.title')}</h1>
<p class="quiet">${t('mailedCode.lead')}</p>
${alert(problem)}
<form method="post" action="/account/mailed-code">
${tokenField(words, token)}
${passwordField(t('field.password'), 'password', 'current-password', problem)}
<div class="actions"><button class="primary" type="submit">${t('signIn.submit')}</button></div>
</form>
<p class="end"><a href="/account/sign-in">${t('mailedCode.another')}</a></p>
<p><a href="/account/forgot-password">${t('signIn.forgot')}</a></p>
${tokenScriptHere}`,
  )
}

export type InvitationPage = TokenPage & {
  readonly name?: string | undefined
  /** The person who is signed in and may join with the account. */
  readonly member?: { readonly email: string; readonly formToken: string } | undefined
}

export function invitationPage(words: AccountWords, page: InvitationPage): string {
  const { t } = words
  const { member } = page
  return accountLayout(
    words,
    t('invitation.title'),
    html`<h1>${t('invitation.title')}</h1>
${alert(page.problem)}
${member ? joinForm(words, page, member) : acceptForm(words, page)}
${tokenScriptHere}`,
  )
}

function acceptForm(words: AccountWords, { token, name, problem }: InvitationPage): Html {
  const { t } = words
  return html`<p class="quiet">${t('invitation.lead')}</p>
<form method="post" action="/account/invitation">
${tokenField(words, token)}
<label class="field" for="name">${t('field.name')}</label>
<input id="name" name="name" type="text" autocomplete="name" required maxlength="200" value="${name ?? ''}">
${passwordField(t('field.password'), 'password', 'new-password', problem, t('field.newPasswordHint'))}
<div class="actions"><button class="primary" type="submit">${t('invitation.submit')}</button></div>
</form>
<div class="end"><p><b>${t('invitation.known')}</b><br>${t('invitation.knownSignIn')}</p>
<p><a href="/account/sign-in">${t('signIn.title')}</a></p></div>`
}

function joinForm(
  words: AccountWords,
  { token }: InvitationPage,
  { email, formToken }: NonNullable<InvitationPage['member']>,
): Html {
  const { t } = words
  return html`<p>${t('invitation.joinLead', { email })}</p>
<form method="post" action="/account/join">
${hidden('formToken', formToken)}
${tokenField(words, token)}
<div class="actions"><button class="primary" type="submit">${t('invitation.join')}</button></div>
</form>`
}

function tokenField({ t }: AccountWords, token: string | undefined): Html {
  return html`<div class="token"${Boolean(token) && html` hidden`}>
<label class="field" for="token">${t('field.token')}</label>
<input id="token" name="token" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="128" aria-describedby="token-hint" value="${token ?? ''}">
<p class="hint small quiet" id="token-hint">${t('field.tokenHint')}</p>
</div>`
}

function emailField({ t }: AccountWords, email: string | undefined): Html {
  return html`<label class="field" for="email">${t('field.email')}</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required minlength="3" maxlength="254" value="${email ?? ''}"${!email && html` autofocus`}>`
}

function passwordField(
  label: string,
  name: string,
  autocomplete: string,
  problem: string | undefined,
  hint?: string,
): Html {
  const described = [problem !== undefined && 'problem', hint !== undefined && 'password-hint']
  const ids = described.filter(Boolean).join(' ')
  return html`<label class="field" for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" required maxlength="512"${problem !== undefined && html` aria-invalid="true"`}${ids !== '' && html` aria-describedby="${ids}"`}>
${hint !== undefined && html`<p class="hint small quiet" id="password-hint">${hint}</p>`}`
}

const describedBy = (problem: string | undefined): Html | false =>
  problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

export const signInAddress = (returnTo: string): string =>
  `/account/sign-in?returnTo=${encodeURIComponent(returnTo)}`
