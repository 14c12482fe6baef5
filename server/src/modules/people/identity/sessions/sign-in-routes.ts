import { addressKey, answers, type Http, ok, type Routes } from '#platform/http'
import { RefreshBody, SessionTokensView, SignedOutView, SignInBody } from '../schemas.ts'
import {
  MailCodeSignInBody,
  PasskeyQuestionView,
  PasskeySignInBody,
  SecondFactorBody,
} from './schemas.ts'
import type { Sessions } from './service.ts'

const tags = ['Identity']
const open = { access: 'public', rateLimit: 'auth' } as const
const throttleFails = ['identity.too_many_attempts', 'identity.sign_in_busy']

export function signInRoutes(sessions: Sessions): Routes {
  return async (http) => {
    addSignIn(http, sessions)
    addCompleteSignIn(http, sessions)
    addSignInByMailCode(http, sessions)
    addBeginPasskeySignIn(http, sessions)
    addSignInByPasskey(http, sessions)
    addRefreshSession(http, sessions)
    addSignOut(http, sessions)
  }
}

function addSignIn(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/login',
    config: {
      ...open,
      fails: ['identity.sign_in_refused', 'identity.second_factor_required', ...throttleFails],
    },
    schema: {
      operationId: 'signIn',
      summary: 'Sign in',
      description:
        'The answer is the same for an unknown address, a wrong password and a disabled account. People with a second factor get 401 `identity.second_factor_required`. Its details contain `challengeToken`, `methods` and, if there is a passkey, `passkeyOptions`. Continue at `/auth/login/second-factor` within five minutes.',
      tags,
      body: SignInBody,
      response: answers(SessionTokensView),
    },
    handler: async (request) =>
      ok(await sessions.signIn(request.body, { address: addressKey(request) })),
  })
}

function addCompleteSignIn(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/login/second-factor',
    config: {
      ...open,
      fails: [
        'identity.challenge_refused',
        'identity.second_factor_refused',
        'identity.totp_locked',
        ...throttleFails,
      ],
    },
    schema: {
      operationId: 'completeSignIn',
      summary: 'Verify a second factor',
      description:
        'Send the challenge token and exactly one answer. A challenge accepts five answers. After 20 wrong codes in 24 hours, from all addresses together, the authenticator app is locked (`identity.totp_locked`). Sign in again and use a passkey, a recovery code or a code that the service then mails. `methods` names what is possible. In an hour the service sends at most three such mails for one network address, and twelve for one person. Above that, use the code of an earlier mail: each works once, for 60 minutes, in any sign-in of its person.',
      tags,
      body: SecondFactorBody,
      response: answers(SessionTokensView),
    },
    handler: async (request) =>
      ok(await sessions.completeSignIn(request.body, { address: addressKey(request) })),
  })
}

function addSignInByMailCode(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/login/mail-code',
    config: {
      ...open,
      fails: ['identity.mail_code_refused', 'identity.current_password_wrong', ...throttleFails],
    },
    schema: {
      operationId: 'signInByMailCode',
      summary: 'Sign in with a mailed code',
      description:
        'For the link in a mail about a locked authenticator app or an attacked password. The code stands behind the `#` of the link, works once and for 60 minutes, on any device. It is the second factor: the password is still needed.',
      tags,
      body: MailCodeSignInBody,
      response: answers(SessionTokensView),
    },
    handler: async (request) =>
      ok(await sessions.signInByMailCode(request.body, { address: addressKey(request) })),
  })
}

function addBeginPasskeySignIn(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/login/passkey/options',
    config: { ...open, fails: ['identity.passkeys_unavailable'] },
    schema: {
      operationId: 'beginPasskeySignIn',
      summary: 'Request passkey sign-in options',
      tags,
      response: answers(PasskeyQuestionView),
    },
    handler: async () => ok(await sessions.beginPasskeySignIn()),
  })
}

function addSignInByPasskey(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/login/passkey',
    config: {
      ...open,
      fails: ['identity.challenge_refused', 'identity.second_factor_refused', ...throttleFails],
    },
    schema: {
      operationId: 'signInByPasskey',
      summary: 'Sign in with a passkey',
      description: 'The user must have unlocked the passkey, so it counts as both factors.',
      tags,
      body: PasskeySignInBody,
      response: answers(SessionTokensView),
    },
    handler: async (request) =>
      ok(await sessions.signInByPasskey(request.body, { address: addressKey(request) })),
  })
}

function addRefreshSession(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/refresh',
    config: { ...open, fails: ['identity.refresh_refused', 'identity.refresh_reused'] },
    schema: {
      operationId: 'refreshSession',
      summary: 'Refresh a session',
      description:
        'Each refresh token works once. If you send it again within ten seconds, while the new token is unused, you get the same new token. Later it ends the session. A session ends after 7 days without a refresh, and after 30 days in any case.',
      tags,
      body: RefreshBody,
      response: answers(SessionTokensView),
    },
    handler: async ({ body }) => ok(await sessions.refresh(body.refreshToken)),
  })
}

function addSignOut(http: Http, sessions: Sessions): void {
  http.route({
    method: 'POST',
    url: '/auth/logout',
    config: { access: 'person', duringEnrolment: true },
    schema: {
      operationId: 'signOut',
      summary: 'Sign out',
      description: 'Its access and refresh tokens stop working at once.',
      tags,
      response: answers(SignedOutView),
    },
    handler: async ({ actor }) => {
      await sessions.signOut(actor)
      return ok({ signedOut: true as const })
    },
  })
}
