import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { addressNotPrintable, isPrintable } from '#modules/addresses'
import type { Http } from '#platform/http'
import type { AccountDeps } from './account-deps.ts'
import { LineNumbers, numbersIn } from './line-numbers.ts'
import { idIn, showOrder } from './record-routes.ts'
import { pageFormConfig } from './route-config.ts'
import { forMember } from './show-problem.ts'
import { takeStep } from './take-step.ts'
import { assertOwnForm, type Visit } from './visit.ts'

type Side = { readonly page: string; readonly api: string; readonly decisions: readonly string[] }

const sides: Readonly<Record<'buyer' | 'supplier', Side>> = {
  buyer: { page: 'orders', api: 'orders', decisions: ['withdraw', 'pay'] },
  supplier: { page: 'supplied-orders', api: 'supplier/orders', decisions: ['accept', 'refuse'] },
}

const RequestForm = Type.Object({
  formToken: Type.String({ maxLength: 200 }),
  lineNumber: Type.String({ pattern: '^[0-9]{1,6}$', maxLength: 6 }),
  /** Empty: the same. Zero: nothing more. */
  quantity: Type.String({ pattern: '^(?:[0-9]{1,7}(?:[.][0-9]{1,3})?)?$', maxLength: 11 }),
  /** Empty: the same. */
  requestedDate: Type.String({ pattern: '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$', maxLength: 10 }),
  reason: Type.String({ maxLength: 1_000 }),
})

/** The buyer requests a change of one line. The API refuses a second request, so the form may be sent twice. */
export function addRequestChangeRoute(pages: Http, deps: AccountDeps): void {
  const path = '/account/orders/:orderId/request'
  pages.post(path, pageFormConfig(RequestForm), async (request, reply) =>
    requestChange(deps, request, reply, async () => [wishIn(request.body)]),
  )
}

const AddressForm = Type.Object({
  formToken: Type.String({ maxLength: 200 }),
  lineNumbers: LineNumbers,
  addressId: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$', maxLength: 64 }),
  reason: Type.String({ maxLength: 1_000 }),
})

/** The buyer requests another address, from the address book, for lines of a supplier. The form may be sent twice, too. */
export function addRequestAddressRoute(pages: Http, deps: AccountDeps): void {
  const path = '/account/orders/:orderId/address'
  pages.post(path, pageFormConfig(AddressForm), async (request, reply) =>
    requestChange(deps, request, reply, async (visit) => {
      const { lineNumbers, addressId } = request.body
      const booked = await visit.get<{ address: object }>(`/api/v1/addresses/${addressId}`)
      if (!isPrintable(booked)) throw addressNotPrintable(addressId)
      return numbersIn(lineNumbers).map((lineNumber) => ({ lineNumber, shipTo: booked.address }))
    }),
  )
}

type RequestBody = { readonly formToken: string; readonly reason: string }

/** Sends what the form wishes for lines, in the words of the API. */
function requestChange(
  deps: AccountDeps,
  request: FastifyRequest & { readonly body: RequestBody },
  reply: FastifyReply,
  readLines: (visit: Visit) => Promise<readonly object[]>,
) {
  return forMember(deps, request, reply, async (visit): Promise<FastifyReply> => {
    const { formToken, reason } = request.body
    assertOwnForm(visit, formToken)
    const id = idIn(request)
    const send = async () => {
      const lines = await readLines(visit)
      await visit.post(`/api/v1/orders/${id}/changes`, { lines, reason: reason.trim() })
    }
    return takeStep(reply, send, {
      next: `/account/orders/${id}`,
      showAgain: (refused) => showOrder(visit, reply, id, 'buyer', refused),
    })
  })
}

function wishIn({ lineNumber: named, quantity, requestedDate }: Static<typeof RequestForm>) {
  const lineNumber = Number(named)
  if (quantity !== '' && Number(quantity) === 0) return { lineNumber, cancel: true }
  return {
    lineNumber,
    ...(quantity !== '' && { quantity: Number(quantity) }),
    ...(requestedDate !== '' && { requestedDate }),
  }
}

/**
 * The buyer withdraws a requested change or pays for it, and the supplier decides on it. The API refuses a second decision. The page shows
 * where to pay.
 */
export function addChangeRequestRoutes(pages: Http, deps: AccountDeps): void {
  for (const as of ['buyer', 'supplier'] as const) {
    const { page, api, decisions } = sides[as]
    const ChangeRequestForm = Type.Object({
      formToken: Type.String({ maxLength: 200 }),
      changeRequestId: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$', maxLength: 64 }),
      decision: Type.Enum([...decisions]),
    })
    const path = `/account/${page}/:orderId/changes`
    pages.post(path, pageFormConfig(ChangeRequestForm), async (request, reply) =>
      forMember(deps, request, reply, async (visit): Promise<FastifyReply> => {
        const { formToken, changeRequestId, decision } = request.body
        assertOwnForm(visit, formToken)
        const id = idIn(request)
        const decided = `/api/v1/${api}/${id}/changes/${changeRequestId}/${decision}`
        return takeStep(reply, () => visit.post(decided, {}), {
          next: `/account/${page}/${id}`,
          showAgain: (refused) => showOrder(visit, reply, id, as, refused),
        })
      }),
    )
  }
}
