import { answer, asking, form, type Knock, ownPage } from './knock.ts'

const fromOurPage = { ...form, 'sec-fetch-site': 'same-origin' }
const submitting = (path: string, body: string, answers = answer(303)): Knock => ({
  path,
  headers: fromOurPage,
  body,
  answers,
})
/** Whoever is not signed in does that first. */
const signingInFirst = (path: string): Knock => asking(path, answer(303))

/** For browsers. A program learns that there is no such route. */
export const companyPages = [
  '/',
  '/products/:id',
  '/compare',
  '/chats',
  '/chats/:id',
  '/tickets',
  '/tickets/:id',
  '/cart',
  '/carts',
  '/checkout',
  '/checkout/:id',
  '/quick-order',
  '/orders',
  '/orders/:id',
  '/invoices',
  '/approvals',
  '/approvals/:id',
  '/sales',
  '/sales/:id',
  '/statement',
  '/own-products',
  '/imports',
  '/imports/:id',
  '/requisitions',
  '/requisitions/:id',
  '/company',
  '/company/:id',
  '/company/webhooks/:id',
  '/lists',
  '/lists/:id',
  '/standing-orders',
  '/standing-orders/:id',
  '/contracts',
  '/contracts/:id',
]
export const noSuchRoute = answer(404, 'platform.route_not_found')

/** The way to the API has the cookie of the pages alone. No other credential is looked at. */
const behindPages = (method: string, path: string): Knock => ({
  path,
  headers: ownPage,
  ...(method === 'DELETE' || method === 'GET' ? {} : { body: '{}' }),
  answers: answer(401, 'identity.credentials_required'),
})

const sendingFile = (path: string, type: string): Knock => ({
  ...behindPages('POST', path),
  headers: { ...ownPage, 'content-type': type },
  body: 'a file',
})

/** The files that a page passes on as they arrive. */
const files = {
  'catalog/imports': 'text/csv',
  'company/:codes/imports': 'text/csv',
  'company/:codes/imports/preview': 'text/csv',
  'requisitions/attachments': 'application/octet-stream',
  'support/attachments': 'application/octet-stream',
}

/** The pages of companies, and the way from them to the API. */
export const pageDoors: Readonly<Record<string, Knock>> = {
  ...Object.fromEntries(
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
      ['/account/api/*', '/account/api/api/v1/*'].map((url) => [
        `${method} ${url}`,
        behindPages(method, '/account/api/api/v1/cart'),
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(files).map(([path, type]) => [
      `POST /account/api/api/v1/${path}`,
      sendingFile(`/account/api/api/v1/${path.replace(':codes', 'projects')}`, type),
    ]),
  ),
  ...Object.fromEntries(companyPages.map((url) => [`GET ${url}`, asking(url, noSuchRoute)])),
  'GET /assets/:name': asking('/assets/none.js', noSuchRoute),
  'POST /account/api/auth/company': {
    ...behindPages('POST', '/account/api/auth/company'),
    body: '{"companyId":"none"}',
  },
  'DELETE /account/session': { ...asking('/account/session'), headers: ownPage },
  'GET /account': signingInFirst('/account'),
  'GET /account/sign-in': asking('/account/sign-in'),
  'POST /account/sign-in': {
    ...submitting(
      '/account/sign-in',
      'email=nobody%40example.com&password=no+sentence+of+anybody',
      answer(401),
    ),
    costly: true,
  },
  'POST /account/code': submitting(
    '/account/code',
    'ticket=none&source=app&code=000000',
    answer(401),
  ),
  'POST /account/passkey-question': submitting(
    '/account/passkey-question',
    'returnTo=',
    answer(200),
  ),
  'POST /account/passkey': submitting('/account/passkey', 'ticket=none&passkey=none', answer(400)),
  'POST /account/sign-out': submitting('/account/sign-out', 'formToken=none'),
  'GET /account/forgot-password': asking('/account/forgot-password'),
  'POST /account/forgot-password': submitting(
    '/account/forgot-password',
    'email=nobody%40example.com',
    answer(200),
  ),
  'GET /account/reset-password': asking('/account/reset-password'),
  'POST /account/reset-password': submitting(
    '/account/reset-password',
    'token=none&newPassword=a+new+sentence+of+somebody',
    answer(422),
  ),
  'GET /account/mailed-code': asking('/account/mailed-code'),
  'POST /account/mailed-code': submitting(
    '/account/mailed-code',
    'token=none&password=no+sentence+of+anybody',
    answer(401),
  ),
  'GET /account/invitation': asking('/account/invitation'),
  'POST /account/invitation': submitting(
    '/account/invitation',
    'token=none&name=Nobody&password=no+sentence+of+anybody',
    answer(404),
  ),
  'POST /account/join': submitting('/account/join', 'formToken=none&token=none'),
  'POST /account/company': submitting('/account/company', 'formToken=none&companyId=none'),
  'GET /account/orders/:orderId': signingInFirst('/account/orders/none'),
  'POST /account/orders/:orderId': submitting(
    '/account/orders/none',
    'formToken=none&proposalId=none&lineNumbers=1&decision=accept',
  ),
  'POST /account/orders/:orderId/changes': submitting(
    '/account/orders/none/changes',
    'formToken=none&changeRequestId=none&decision=withdraw',
  ),
  'POST /account/orders/:orderId/request': submitting(
    '/account/orders/none/request',
    'formToken=none&lineNumber=1&quantity=1&requestedDate=&reason=none',
  ),
  'POST /account/orders/:orderId/address': submitting(
    '/account/orders/none/address',
    'formToken=none&lineNumbers=1&addressId=none&reason=none',
  ),
  'POST /account/supplied-orders/:orderId/changes': submitting(
    '/account/supplied-orders/none/changes',
    'formToken=none&changeRequestId=none&decision=accept',
  ),
  'GET /account/supplied-orders/:orderId': signingInFirst('/account/supplied-orders/none'),
  'GET /account/orders/:orderId/negotiated-prices/:attachmentId': signingInFirst(
    '/account/orders/none/negotiated-prices/none',
  ),
  'GET /account/orders/:orderId/documents/:supplierId': signingInFirst(
    '/account/orders/none/documents/none',
  ),
  'GET /account/invoices/:invoiceId': signingInFirst('/account/invoices/none'),
  'GET /account/approvals/:approvalId': signingInFirst('/account/approvals/none'),
  'POST /account/approvals/:approvalId': submitting(
    '/account/approvals/none',
    'formToken=none&decision=approve&contentHash=none&step=1',
  ),
  'POST /account/approvals/:approvalId/change': submitting(
    '/account/approvals/none/change',
    'formToken=none&quantity-1=1',
  ),
  'POST /account/approvals/:approvalId/reduce': submitting(
    '/account/approvals/none/reduce',
    'formToken=none&contentHash=none&step=1&quantity-1=1&reason=none',
  ),
  'GET /account/tickets/:ticketId': signingInFirst('/account/tickets/none'),
  'POST /account/tickets/:ticketId': submitting(
    '/account/tickets/none',
    'formToken=none&key=00000000-0000-0000-0000-000000000000&text=none',
  ),
  'GET /account/carts': signingInFirst('/account/carts'),
  'GET /account/carts/:cartId': signingInFirst('/account/carts/none'),
  'POST /account/carts/:cartId': submitting('/account/carts/none', 'formToken=none&step=activate'),
  'GET /account/requisitions': signingInFirst('/account/requisitions'),
  'GET /account/requisitions/:requisitionId': signingInFirst('/account/requisitions/none'),
  'GET /account/requisitions/:requisitionId/attachments/:attachmentId': signingInFirst(
    '/account/requisitions/none/attachments/none',
  ),
  'POST /account/requisitions/:requisitionId': submitting(
    '/account/requisitions/none',
    'formToken=none&step=submit',
  ),
  'GET /account/standing-orders': signingInFirst('/account/standing-orders'),
  'GET /account/standing-orders/:standingOrderId': signingInFirst('/account/standing-orders/none'),
  'POST /account/standing-orders/:standingOrderId': submitting(
    '/account/standing-orders/none',
    'formToken=none&step=pause',
  ),
  'GET /account/contracts': signingInFirst('/account/contracts'),
  'GET /account/contracts/:contractId': signingInFirst('/account/contracts/none'),
  'GET /account/approval-rules': signingInFirst('/account/approval-rules'),
  'GET /account/approval-rules/new': signingInFirst('/account/approval-rules/new'),
  'GET /account/approval-rules/:ruleId': signingInFirst('/account/approval-rules/none'),
  'POST /account/approval-rules': submitting('/account/approval-rules', 'formToken=none&name=none'),
  'POST /account/approval-rules/:ruleId': submitting(
    '/account/approval-rules/none',
    'formToken=none&step=end',
  ),
  'GET /account/offer-requests/:requestId': signingInFirst('/account/offer-requests/none'),
  'POST /account/offer-requests/:requestId': submitting(
    '/account/offer-requests/none',
    'formToken=none&decision=decline',
  ),
}
