import { existsSync } from 'node:fs'
import { builtSiteFolder } from '../../src/docs/index.ts'
import { answer, asking, type Expected, form, type Knock, ownPage, sending } from './knock.ts'
import { companyPages, noSuchRoute, pageDoors } from './page-doors.ts'

const nobody = { email: 'nobody@example.com', password: 'no sentence of anybody' }
const challenge = { challengeToken: 'none', totp: '000000' }

const auth: Readonly<Record<string, Knock>> = {
  'POST /auth/login': {
    ...sending('/auth/login', nobody, answer(401, 'identity.sign_in_refused')),
    costly: true,
  },
  'POST /auth/login/second-factor': sending(
    '/auth/login/second-factor',
    challenge,
    answer(401, 'identity.challenge_refused'),
  ),
  'POST /auth/login/mail-code': sending(
    '/auth/login/mail-code',
    { code: 'none', password: 'no sentence of anybody' },
    answer(401, 'identity.mail_code_refused'),
  ),
  'POST /auth/login/passkey/options': sending('/auth/login/passkey/options', {}, answer(200)),
  'POST /auth/login/passkey': sending(
    '/auth/login/passkey',
    {},
    answer(400, 'platform.request_invalid'),
  ),
  'POST /auth/refresh': sending(
    '/auth/refresh',
    { refreshToken: 'none' },
    answer(401, 'identity.refresh_refused'),
  ),
  'POST /auth/password/reset-request': sending(
    '/auth/password/reset-request',
    { email: nobody.email },
    answer(202),
  ),
  'POST /auth/password/reset': sending(
    '/auth/password/reset',
    { token: 'none', newPassword: 'a new sentence of somebody' },
    answer(422, 'identity.reset_token_refused'),
  ),
  'POST /auth/invitations/accept': sending(
    '/auth/invitations/accept',
    {},
    answer(400, 'platform.request_invalid'),
  ),
  'GET /auth/privacy/downloads/:link': asking(
    '/auth/privacy/downloads/none',
    answer(404, 'identity.privacy_export_not_found'),
  ),
}

const webhooks: Readonly<Record<string, Knock>> = {
  'GET /api/v1/locales': asking('/api/v1/locales'),
  'GET /api/v1/ads/clicks/:click': asking(
    '/api/v1/ads/clicks/none',
    answer(404, 'ads.click_not_ours'),
  ),
  'GET /api/v1/webhooks/event-data': asking(
    '/api/v1/webhooks/event-data?link=none',
    answer(403, 'webhooks.link_refused'),
  ),
}

const clientRoute = (path: string, body: string): Knock => ({
  path,
  headers: form,
  body: `${body}&client_id=nobody`,
  opensFor: 'apps',
  answers: answer(401, 'invalid_client'),
})
/** A page that says what is wrong: the browser has no flow of that name. */
const lost = (path: string, body?: string): Knock => ({
  path,
  headers: body === undefined ? { accept: 'text/html' } : form,
  ...(body === undefined ? {} : { body }),
  answers: answer(400),
})

const oauth: Readonly<Record<string, Knock>> = {
  'GET /oauth/authorize': lost('/oauth/authorize?client_id=nobody&response_type=code'),
  'GET /oauth/authorize/:uid': lost('/oauth/authorize/none'),
  'POST /oauth/token': clientRoute('/oauth/token', 'grant_type=authorization_code&code=none'),
  'POST /oauth/revoke': clientRoute('/oauth/revoke', 'token=none'),
  'POST /oauth/introspect': clientRoute('/oauth/introspect', 'token=none'),
  'GET /oauth/interaction/:uid': lost('/oauth/interaction/none'),
  'POST /oauth/interaction/:uid/sign-in': lost('/oauth/interaction/none/sign-in', 'email=a'),
  'POST /oauth/interaction/:uid/second-factor': lost(
    '/oauth/interaction/none/second-factor',
    'code=a',
  ),
  'POST /oauth/interaction/:uid/passkey-question': lost(
    '/oauth/interaction/none/passkey-question',
    'a=a',
  ),
  'POST /oauth/interaction/:uid/passkey': lost('/oauth/interaction/none/passkey', 'a=a'),
  'POST /oauth/interaction/:uid/sign-out': lost('/oauth/interaction/none/sign-out', 'a=a'),
  'POST /oauth/interaction/:uid/consent': lost('/oauth/interaction/none/consent', 'a=a'),
  'POST /oauth/interaction/:uid/deny': lost('/oauth/interaction/none/deny', 'a=a'),
}

const forOperators = (path: string): Knock => ({ ...asking(path), opensFor: 'operators' })
/** The runtime lets operators through, and the API has no such route. */
const passedOn = (method: string, path = '/admin/api/notifications/nothing'): Knock => ({
  path,
  headers: ownPage,
  ...(method === 'DELETE' || method === 'GET' ? {} : { body: '{}' }),
  opensFor: 'operators',
  answers:
    path === '/admin/api/notifications/nothing'
      ? answer(404, 'platform.route_not_found')
      : answer(405, 'platform.method_not_allowed'),
})

const admin: Readonly<Record<string, Knock>> = {
  'POST /admin/session': {
    ...sending('/admin/session', nobody, answer(401, 'identity.sign_in_refused')),
    headers: ownPage,
    costly: true,
  },
  'POST /admin/session/second-factor': {
    ...sending(
      '/admin/session/second-factor',
      challenge,
      answer(401, 'identity.challenge_refused'),
    ),
    headers: ownPage,
  },
  // A session is the cookie's. No other credential is looked at.
  'GET /admin/session': asking('/admin/session', answer(401, 'identity.credentials_required')),
  'DELETE /admin/session': { ...asking('/admin/session'), headers: ownPage },
  'GET /admin/api/*': forOperators('/admin/api/health/ops'),
  'GET /admin/api/api/v1/*': passedOn('GET', '/admin/api/api/v1/orders/none/confirm'),
  'POST /admin/api/api/v1/*': {
    ...passedOn('POST', '/admin/api/api/v1/orders/none/confirm'),
    answers: answer(404, 'orders.order_not_found'),
  },
  'POST /admin/api/api/v1/catalog/imports': {
    ...passedOn('POST', '/admin/api/api/v1/catalog/imports'),
    headers: { ...ownPage, 'content-type': 'text/csv' },
    body: 'sku;name;price\n',
    answers: answer(422, 'catalog.supplier_unknown'),
  },
  'POST /admin/api/api/v1/support/attachments': {
    path: '/admin/api/api/v1/support/attachments',
    headers: { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'same-origin' },
    body: 'MZ\u0000',
    opensFor: 'operators',
    answers: answer(422, 'support.attachment_type_unsupported'),
  },
  'PUT /admin/api/api/v1/*': passedOn('PUT', '/admin/api/api/v1/orders/none/confirm'),
  'PATCH /admin/api/api/v1/*': passedOn('PATCH', '/admin/api/api/v1/orders/none/confirm'),
  'DELETE /admin/api/api/v1/*': passedOn('DELETE', '/admin/api/api/v1/orders/none/confirm'),
  'POST /admin/api/*': passedOn('POST'),
  'PUT /admin/api/*': passedOn('PUT'),
  'PATCH /admin/api/*': passedOn('PATCH'),
  'DELETE /admin/api/*': passedOn('DELETE'),
  'GET /admin': asking('/admin', answer(302)),
  'GET /admin/operations': forOperators('/admin/operations'),
  'GET /admin/operations/stream': forOperators('/admin/operations/stream?readings=1'),
  'GET /admin/automations': forOperators('/admin/automations'),
  'GET /admin/orders': forOperators('/admin/orders'),
  'GET /admin/orders/:id': forOperators('/admin/orders/ord_none'),
  'GET /admin/payments/:id': forOperators('/admin/payments/pay_none'),
  'GET /admin/settings': forOperators('/admin/settings'),
  'GET /admin/settings/:id': forOperators('/admin/settings/audit?target=ord_none'),
  'GET /admin/records/:id': forOperators('/admin/records/whk_none'),
  'GET /admin/support': forOperators('/admin/support'),
  'GET /admin/crawl': forOperators('/admin/crawl'),
  'GET /admin/find': forOperators('/admin/find'),
  'GET /admin/chat': forOperators('/admin/chat'),
  'GET /admin/offers': forOperators('/admin/offers'),
  'GET /admin/runbooks/:id': forOperators('/admin/runbooks/mail.behind'),
  'GET /admin/assets/:name': asking(
    '/admin/assets/none.js',
    answer(404, 'platform.route_not_found'),
  ),
}

/** `npm run docs` may have built the site. */
const site = existsSync(builtSiteFolder) ? answer(200) : answer(503, 'platform.docs_not_built')

export const knocks: Readonly<Record<string, Knock>> = {
  'GET /openapi.json': asking('/openapi.json'),
  'GET /docs': asking('/docs', answer(308)),
  'GET /docs/': asking('/docs/', site),
  'GET /docs/*': asking('/docs/.none', answer(404, 'platform.route_not_found')),
  'GET /docs/api': asking('/docs/api'),
  'GET /docs/api/*': asking('/docs/api/events'),
  'GET /health': asking('/health'),
  'GET /.well-known/oauth-authorization-server': asking('/.well-known/oauth-authorization-server'),
  'POST /payments/providers/:provider/events': sending(
    '/payments/providers/sandbox/events',
    {},
    answer(401, 'payments.event_signature_invalid'),
  ),
  'GET /api/v1/images/:productId/:version': asking(
    '/api/v1/images/prd_none/none',
    answer(403, 'images.signature_invalid'),
  ),
  'GET /api/v1/images/sources/:productId/:version': asking(
    '/api/v1/images/sources/prd_none/none',
    answer(403, 'images.signature_invalid'),
  ),
  'GET /api/v1/support/attachments/:attachmentId/file': asking(
    '/api/v1/support/attachments/att_none/file?expires=0&signature=none',
    answer(403, 'support.address_invalid'),
  ),
  ...auth,
  ...webhooks,
  ...oauth,
  ...pageDoors,
  ...admin,
}

/** What an open route answers to a parameter that nobody declared, which is how the matrix asks. */
export function refusalOfSurprise(method: string, url: string): Expected {
  if (/^\/oauth\/interaction\//.test(url) && method === 'POST') return answer(415)
  if (companyPages.includes(url)) return noSuchRoute
  if (/^\/account\/(?:api\/|session$)/.test(url)) {
    return method === 'GET'
      ? answer(404, 'admin.path_not_forwarded')
      : answer(403, 'admin.cross_site')
  }
  // A form has to come from a page of ours, and that is looked at first.
  if (/^\/account/.test(url)) return answer(method === 'GET' ? 400 : 403)
  if (/^\/oauth\/(?:authorize|interaction)/.test(url)) return answer(400)
  if (/^\/oauth\//.test(url)) return answer(400, 'invalid_request')
  // What changes something has to come from a page of ours, and that is looked at first.
  if (/^\/admin\//.test(url) && method !== 'GET') return answer(403, 'admin.cross_site')
  if (/^\/admin\/api\/.*\*$/.test(url)) return answer(404, 'admin.path_not_forwarded')
  return answer(400, 'platform.request_invalid')
}
