import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Failure } from '#kernel/failure'
import {
  changeableLines,
  type HomePage,
  homePage,
  type NegotiatedPrice,
  offerPage,
  orderPage,
  type ShownAddress,
  type ShownChangeRequest,
  type ShownOfferRequest,
  type ShownOrder,
  type ShownProposal,
} from '#pages/account'
import type { Http } from '#platform/http'
import { Tokens } from '../admin/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { safeReturn } from './return-to.ts'
import { pageFormConfig, pageReadConfig } from './route-config.ts'
import { sendPage } from './send-page.ts'
import { forMember } from './show-problem.ts'
import { enter } from './sign-in-routes.ts'
import { assertOwnForm, type Visit } from './visit.ts'

type Params = Readonly<Record<string, string>>

const shownOnHome = 10

export function addRecordRoutes(pages: Http, deps: AccountDeps): void {
  pages.get('/account', pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const [requests, orders, tickets] = await Promise.all([
        readIfAllowed(
          visit.list<HomePage['requests'][number]>(`/api/v1/approvals?limit=${shownOnHome}`),
        ),
        readIfAllowed(
          visit.list<HomePage['orders'][number]>(`/api/v1/orders?limit=${shownOnHome}`),
        ),
        readIfAllowed(
          visit.list<HomePage['tickets'][number]>(`/api/v1/support/tickets?limit=${shownOnHome}`),
        ),
      ])
      const page = homePage(visit.words, {
        viewer: visit.viewer,
        isAdministrator: visit.roles.includes('company_admin'),
        requests: requests?.items ?? [],
        orders: orders?.items ?? [],
        tickets: tickets?.items ?? [],
      })
      return sendPage(reply, page)
    }),
  )
  pages.get('/account/orders/:orderId', pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, (visit) => showOrder(visit, reply, idIn(request), 'buyer')),
  )
  pages.get('/account/supplied-orders/:orderId', pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, (visit) => showOrder(visit, reply, idIn(request), 'supplier')),
  )
  pages.get('/account/invoices/:invoiceId', pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, (visit) => sendInvoice(visit, request, reply)),
  )
  pages.get(
    '/account/orders/:orderId/documents/:supplierId',
    pageReadConfig(),
    async (request, reply) =>
      forMember(deps, request, reply, (visit) => sendPurchaseOrder(visit, request, reply)),
  )
  pages.get(
    '/account/orders/:orderId/negotiated-prices/:attachmentId',
    pageReadConfig(),
    async (request, reply) =>
      forMember(deps, request, reply, (visit) => sendPriceProof(visit, request, reply)),
  )
  addCompanyChoice(pages, deps)
  addOfferRoutes(pages, deps)
}

/** The one id in the address. */
export function idIn(request: FastifyRequest): string {
  const [id = ''] = Object.values(request.params as Params)
  return encodeURIComponent(id)
}

/** Undefined if the person may not read it. */
export async function readIfAllowed<Data>(reading: Promise<Data>): Promise<Data | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Failure && (error.status === 403 || error.status === 404)) return undefined
    throw error
  }
}

type Invoice = {
  readonly id: string
  readonly number?: string
  readonly language: string
  readonly total: HomePage['orders'][number]['total']
}

/** `failure`: why the decision of the person was refused. */
export async function showOrder(
  visit: Visit,
  reply: FastifyReply,
  id: string,
  as: 'buyer' | 'supplier',
  failure?: Failure,
): Promise<FastifyReply> {
  const isBuyer = as === 'buyer'
  const order = await visit.get<ShownOrder>(
    `/api/v1/${isBuyer ? 'orders' : 'supplier/orders'}/${id}`,
  )
  const side = isBuyer ? 'received' : 'issued'
  const isProposed = isBuyer && order.purchaseOrders.some(isChangeProposed)
  const isRequested = order.lines.some(({ changeRequestId }) => changeRequestId !== undefined)
  const mayDecide = visit.scopes.includes('orders:write')
  const [invoices, approvals, negotiatedPrices, proposals, requests, addresses] = await Promise.all(
    [
      readIfAllowed(visit.list<Invoice>(`/api/v1/invoices?side=${side}&orderId=${id}&limit=50`)),
      isBuyer
        ? readIfAllowed(visit.list<{ id: string }>(`/api/v1/approvals?orderId=${id}`))
        : undefined,
      isBuyer
        ? readIfAllowed(visit.get<NegotiatedPrice[]>(`/api/v1/orders/${id}/negotiated-prices`))
        : undefined,
      isProposed
        ? readIfAllowed(visit.list<ShownProposal>(`/api/v1/orders/${id}/proposals?limit=100`))
        : undefined,
      isRequested
        ? readIfAllowed(visit.list<ShownChangeRequest>(`/api/v1/orders/${id}/changes?limit=100`))
        : undefined,
      isBuyer && mayDecide && changeableLines(order).length > 0
        ? readIfAllowed(visit.list<ShownAddress>('/api/v1/addresses?limit=100'))
        : undefined,
    ],
  )
  const decides = {
    mayDecide,
    formToken: visit.viewer.formToken,
  }
  const page = orderPage(visit.words, {
    viewer: visit.viewer,
    order,
    invoices: (invoices?.items ?? []).flatMap(({ id: invoiceId, number, language, total }) =>
      number === undefined ? [] : [{ id: invoiceId, number, language, total }],
    ),
    approvalId: approvals?.items[0]?.id,
    negotiatedPrices: negotiatedPrices ?? [],
    proposals: {
      waiting: (proposals?.items ?? []).filter(({ state }) => state === 'PROPOSED'),
      ...decides,
    },
    changeRequests: {
      open: (requests?.items ?? []).filter(({ state }) => state === 'OPEN'),
      addresses: addresses?.items ?? [],
      as,
      ...decides,
    },
    problem: failure?.message,
  })
  return sendPage(reply, page, { status: failure?.status ?? 200 })
}

const isChangeProposed = ({ state }: ShownOrder['purchaseOrders'][number]) =>
  state === 'CHANGE_PROPOSED'

/** The original, or its translation into the language that the link names. */
async function sendInvoice(
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { locale } = request.query as { locale?: string }
  const query = locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`
  return sendFile(visit, reply, `/api/v1/invoices/${idIn(request)}/pdf${query}`)
}

/** The part of an order that one supplier delivers. */
function sendPurchaseOrder(visit: Visit, request: FastifyRequest, reply: FastifyReply) {
  const { orderId = '', supplierId = '' } = request.params as Params
  const [order, supplier] = [orderId, supplierId].map(encodeURIComponent)
  return sendFile(visit, reply, `/api/v1/orders/${order}/documents/${supplier}.pdf`)
}

function sendPriceProof(visit: Visit, request: FastifyRequest, reply: FastifyReply) {
  const { orderId = '', attachmentId = '' } = request.params as Params
  const [order, attachment] = [orderId, attachmentId].map(encodeURIComponent)
  return sendFile(
    visit,
    reply,
    `/api/v1/orders/${order}/negotiated-prices/attachments/${attachment}`,
  )
}

/** The file at this address of the API. */
export async function sendFile(
  visit: Visit,
  reply: FastifyReply,
  address: string,
): Promise<FastifyReply> {
  const { headers, body } = await visit.raw(address)
  return reply
    .headers({
      'content-type': headers['content-type'] ?? 'application/pdf',
      'content-disposition': headers['content-disposition'] ?? 'attachment',
      'cache-control': 'no-store',
    })
    .send(body)
}

/** The session goes on in another company of the same person. */
function addCompanyChoice(pages: Http, deps: AccountDeps): void {
  const CompanyForm = Type.Object({
    formToken: Type.String({ maxLength: 200 }),
    companyId: Type.String({ minLength: 1, maxLength: 64 }),
    returnTo: Type.Optional(Type.String({ maxLength: 300 })),
  })
  pages.post('/account/company', pageFormConfig(CompanyForm), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const { formToken, companyId, returnTo } = request.body
      assertOwnForm(visit, formToken)
      const tokens = await visit.post('/auth/company', { companyId }, { schema: Tokens })
      return enter(deps, request, reply, {
        returnTo: safeReturn(returnTo),
        continues: true,
        tokens: async () => tokens,
        again: () => reply.redirect('/account', 303),
      })
    }),
  )
}

const OfferForm = Type.Object({
  formToken: Type.String({ maxLength: 200 }),
  decision: Type.Enum(['confirm', 'decline']),
  amount: Type.Optional(Type.String({ maxLength: 19 })),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
  validUntil: Type.Optional(Type.String({ maxLength: 10 })),
  leadTimeDays: Type.Optional(Type.String({ maxLength: 3 })),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
})

function addOfferRoutes(pages: Http, deps: AccountDeps): void {
  pages.get('/account/offer-requests/:requestId', pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, (visit) => showOffer(visit, reply, idIn(request))),
  )

  pages.post(
    '/account/offer-requests/:requestId',
    pageFormConfig(OfferForm),
    async (request, reply) =>
      forMember(deps, request, reply, async (visit) => {
        assertOwnForm(visit, request.body.formToken)
        const id = idIn(request)
        try {
          await visit.post(
            `/api/v1/offer-requests/${id}/${request.body.decision}`,
            answerIn(request.body),
          )
        } catch (error) {
          if (!(error instanceof Failure) || error.status >= 500 || error.status === 404)
            throw error
          return showOffer(visit, reply, id, error)
        }
        return reply.redirect(`/account/offer-requests/${id}`, 303)
      }),
  )
}

function answerIn(form: Static<typeof OfferForm>): object {
  const { decision, amount = '', currency = '', validUntil, leadTimeDays, reason } = form
  if (decision === 'decline') return reason?.trim() ? { reason: reason.trim() } : {}
  return {
    unitPrice: { amount: amount.trim().replace(',', '.'), currency: currency.trim().toUpperCase() },
    validUntil: `${validUntil}T23:59:59.000Z`,
    leadTimeDays: Number(leadTimeDays),
  }
}

async function showOffer(
  visit: Visit,
  reply: FastifyReply,
  id: string,
  failure?: Failure,
): Promise<FastifyReply> {
  const { words, viewer, companyId, roles, scopes } = visit
  const request = await visit.get<ShownOfferRequest>(`/api/v1/offer-requests/${id}`)
  const isAnswering =
    request.answeredBy === 'supplier'
      ? request.supplierId === companyId || roles.includes('operator')
      : roles.includes('operator')
  const page = offerPage(words, {
    viewer,
    request,
    mayAnswer: request.state === 'REQUESTED' && isAnswering && scopes.includes('orders:write'),
    problem: failure?.message,
  })
  return sendPage(reply, page, { status: failure?.status ?? 200 })
}
