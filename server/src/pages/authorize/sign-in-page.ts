import { type Html, html } from './html.ts'
import { alert, formToken, layout } from './layout.ts'
import { passkeyWay } from './passkey-way.ts'
import type { AuthorizeWords } from './words.ts'

export type SignInPage = {
  readonly app: string
  readonly company: string
  /** The base address of this page's forms: `<address>/sign-in` and so on. */
  readonly address: string
  readonly formToken: string
  /** What the person typed before, so that nobody types it twice. It never contains a password. */
  readonly email?: string | undefined
  readonly problem?: string | undefined
  /** The domain of passkeys. Undefined: there are none. */
  readonly passkeySite?: string | undefined
}

export function signInPage(words: AuthorizeWords, page: SignInPage): string {
  const { t } = words
  const { app, company } = page
  const isRetry = page.problem !== undefined
  return layout(
    words,
    t(isRetry ? 'signIn.titleAgain' : 'signIn.title'),
    html`<h1>${t('signIn.headline', { app })}</h1>
<p class="quiet">${t('signIn.lead', { company })}</p>
${alert(page.problem)}
<form method="post" action="${page.address}/sign-in">
${formToken(page.formToken)}
<label class="field" for="email">${t('signIn.email')}</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="254" value="${page.email ?? ''}"${focusHere(!page.email)}>
<label class="field" for="password">${t('signIn.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="512"${focusHere(Boolean(page.email))}${describedBy(isRetry)}>
<div class="actions">
<button class="primary" type="submit">${t('signIn.submit')}</button>
</div>
</form>
${page.passkeySite !== undefined && passkeyWay(words, { ...page, site: page.passkeySite })}
${cancel(words, page)}`,
  )
}

export type SecondFactorPage = Omit<SignInPage, 'email' | 'passkeySite'> & {
  /** Identifies the correct password, so that the person does not type it again. */
  readonly ticket: string
  /** Where the code comes from: an authenticator app, a mail, or the list of recovery codes. */
  readonly ways: 'app' | 'mail' | 'recovery'
}

export function secondFactorPage(words: AuthorizeWords, page: SecondFactorPage): string {
  const { t } = words
  const isRetry = page.problem !== undefined
  return layout(
    words,
    t(isRetry ? 'code.titleAgain' : 'code.title'),
    html`<h1>${t('code.headline')}</h1>
<p class="quiet">${t(`code.${page.ways}`)}</p>
${alert(page.problem)}
<form method="post" action="${page.address}/second-factor">
${formToken(page.formToken)}
<input type="hidden" name="ticket" value="${page.ticket}">
<input type="hidden" name="ways" value="${page.ways}">
<label class="field" for="code">${t('code.label')}</label>
<input id="code" name="code" type="text" inputmode="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="100" autofocus${describedBy(isRetry)}>
<div class="actions">
<button class="primary" type="submit">${t('code.submit')}</button>
</div>
</form>
${cancel(words, page)}`,
  )
}

export function cancel(
  { t }: AuthorizeWords,
  { address, formToken: token, app }: Pick<SignInPage, 'address' | 'formToken' | 'app'>,
): Html {
  return html`<form class="end" method="post" action="${address}/deny">
${formToken(token)}
<button class="link" type="submit">${t('signIn.cancel', { app })}</button>
</form>`
}

const focusHere = (here: boolean): Html | false => here && html` autofocus`

const describedBy = (isRetry: boolean): Html | false =>
  isRetry && html` aria-invalid="true" aria-describedby="problem"`
