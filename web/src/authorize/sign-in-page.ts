import { type Html, html } from './html.ts'
import { alert, formToken, layout } from './layout.ts'
import { passkeyWay } from './passkey-way.ts'

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

export function signInPage(page: SignInPage): string {
  const isRetry = page.problem !== undefined
  return layout(
    isRetry ? 'Sign in: please check' : 'Sign in',
    html`<h1>Sign in to go on to ${page.app}</h1>
<p class="quiet">It would like to act for you at ${page.company}. After signing in you decide what it may do.</p>
${alert(page.problem)}
<form method="post" action="${page.address}/sign-in">
${formToken(page.formToken)}
<label class="field" for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="254" value="${page.email ?? ''}"${focusHere(!page.email)}>
<label class="field" for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="512"${focusHere(Boolean(page.email))}${describedBy(isRetry)}>
<div class="actions">
<button class="primary" type="submit">Sign in</button>
</div>
</form>
${page.passkeySite !== undefined && passkeyWay({ ...page, site: page.passkeySite })}
${cancel(page)}`,
  )
}

export type SecondFactorPage = Omit<SignInPage, 'email' | 'passkeySite'> & {
  /** Identifies the correct password, so that the person does not type it again. */
  readonly ticket: string
  /** Where the code comes from: an authenticator app, a mail, or the list of recovery codes. */
  readonly ways: 'app' | 'mail' | 'recovery'
}

const wayWords = {
  app: 'Open your authenticator app and type the six digits it shows for Purveyor. A recovery code works too.',
  mail: 'Too many wrong passwords or codes were entered for your account, so we have sent you a code by mail. Type that code. A recovery code works too.',
  recovery:
    'Your account asks for a passkey. Go back and sign in with it alone, or type one of your recovery codes.',
}

export function secondFactorPage(page: SecondFactorPage): string {
  const isRetry = page.problem !== undefined
  return layout(
    isRetry ? 'Your code: please check' : 'Your code',
    html`<h1>Enter your code</h1>
<p class="quiet">${wayWords[page.ways]}</p>
${alert(page.problem)}
<form method="post" action="${page.address}/second-factor">
${formToken(page.formToken)}
<input type="hidden" name="ticket" value="${page.ticket}">
<input type="hidden" name="ways" value="${page.ways}">
<label class="field" for="code">Code</label>
<input id="code" name="code" type="text" inputmode="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="100" autofocus${describedBy(isRetry)}>
<div class="actions">
<button class="primary" type="submit">Go on</button>
</div>
</form>
${cancel(page)}`,
  )
}

export function cancel({
  address,
  formToken: token,
  app,
}: Pick<SignInPage, 'address' | 'formToken' | 'app'>): Html {
  return html`<form class="end" method="post" action="${address}/deny">
${formToken(token)}
<button class="link" type="submit">Go back to ${app} without signing in</button>
</form>`
}

const focusHere = (here: boolean): Html | false => here && html` autofocus`

const describedBy = (isRetry: boolean): Html | false =>
  isRetry && html` aria-invalid="true" aria-describedby="problem"`
