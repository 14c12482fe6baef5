import { placingFails, refuseRequester } from '#modules/checkout'
import { answers, type Http, ok, type Routes } from '#platform/http'
import {
  CommentBody,
  ConvertBody,
  LineParams,
  RefuseBody,
  RequisitionParams,
  SourceLineBody,
} from './requisition-bodies.ts'
import { one, ownFailures, tags } from './requisition-routes.ts'
import { RequisitionView, viewRequisition } from './requisition-schemas.ts'
import type { Requisitions } from './service.ts'

const notFound = 'requisitions.requisition_not_found'
const notBought = 'requisitions.buyer_of_unit_required'
const notInState = 'requisitions.not_in_state'

/** The steps of a requisition: those of its requester, then those of the buyers. */
export function stepRoutes(requisitions: Requisitions): Routes {
  return async (http) => {
    addSubmitting(http, requisitions)
    addWithdrawing(http, requisitions)
    addRefusing(http, requisitions, {
      step: 'return',
      to: 'RETURNED',
      description: 'It is with its requester again, who changes it and submits it again.',
    })
    addRefusing(http, requisitions, {
      step: 'reject',
      to: 'REJECTED',
      description:
        'Its open lines end, and are not ordered. If other lines are in orders, the requisition follows these.',
    })
    addSourcing(http, requisitions)
    addConverting(http, requisitions)
  }
}

function addSubmitting(http: Http, requisitions: Requisitions): void {
  http.route({
    method: 'POST',
    url: `${one}/submit`,
    config: {
      access: 'requester:write',
      fails: [...ownFailures, 'requisitions.no_lines', 'structure.code_unknown'],
    },
    schema: {
      operationId: 'submitRequisition',
      summary: 'Submit a requisition',
      description: 'The buyers of your company continue with it.',
      tags,
      params: RequisitionParams,
      body: CommentBody,
      response: answers(RequisitionView),
    },
    handler: async ({ actor, params: { requisitionId }, body }) => {
      await requisitions.submit(actor, requisitionId, body.comment)
      return ok(viewRequisition(await requisitions.read(actor, requisitionId)))
    },
  })
}

function addWithdrawing(http: Http, requisitions: Requisitions): void {
  http.route({
    method: 'POST',
    url: `${one}/withdraw`,
    config: { access: 'requester:write', fails: ownFailures },
    schema: {
      operationId: 'withdrawRequisition',
      summary: 'Withdraw a requisition',
      description:
        'Its open lines end, and are not ordered. Lines in orders go on with these: to end them, cancel the order while it waits for approval.',
      tags,
      params: RequisitionParams,
      body: CommentBody,
      response: answers(RequisitionView),
    },
    handler: async ({ actor, params: { requisitionId }, body }) => {
      await requisitions.withdraw(actor, requisitionId, body.comment)
      return ok(viewRequisition(await requisitions.read(actor, requisitionId)))
    },
  })
}

type Refusing = {
  readonly step: 'return' | 'reject'
  readonly to: 'RETURNED' | 'REJECTED'
  readonly description: string
}

function addRefusing(
  http: Http,
  requisitions: Requisitions,
  { step, to, description }: Refusing,
): void {
  const verb = step === 'return' ? 'Return' : 'Reject'
  http.route({
    method: 'POST',
    url: `${one}/${step}`,
    config: { access: 'payments:write', unitsToo: true, fails: [notFound, notBought, notInState] },
    schema: {
      operationId: `${step}Requisition`,
      summary: `${verb} a requisition`,
      description,
      tags,
      params: RequisitionParams,
      body: RefuseBody,
      response: answers(RequisitionView),
    },
    handler: async ({ actor, params: { requisitionId }, body }) => {
      await requisitions.refuse(actor, requisitionId, { to, comment: body.comment })
      return ok(viewRequisition(await requisitions.read(actor, requisitionId)))
    },
  })
}

function addSourcing(http: Http, requisitions: Requisitions): void {
  http.route({
    method: 'PUT',
    url: `${one}/lines/:lineId/sourcing`,
    config: {
      access: 'payments:write',
      unitsToo: true,
      fails: [
        notFound,
        notBought,
        notInState,
        'requisitions.line_not_found',
        'requisitions.line_has_product',
        'requisitions.lines_not_open',
        'requisitions.product_not_found',
        'requisitions.product_repeated',
        'requisitions.sourcing_incomplete',
        'requisitions.offer_not_open',
        'offers.request_not_found',
        'requisitions.supplier_unknown',
        'requisitions.amount_invalid',
        'requisitions.attachments_unknown',
      ],
    },
    schema: {
      operationId: 'sourceRequisitionLine',
      summary: 'Source a line of a requisition',
      description:
        'Says what to order for a line in words, in the place of what was said before. A line with a product and a price that you agreed by hand is ordered at this price, whatever the catalogue says. A line with a price and no product cannot be ordered yet: name the product as soon as the supplier sells it here.',
      tags,
      params: LineParams,
      body: SourceLineBody,
      response: answers(RequisitionView),
    },
    handler: async ({ actor, params: { requisitionId, lineId }, body }) => {
      await requisitions.source(actor, requisitionId, lineId, body)
      return ok(viewRequisition(await requisitions.read(actor, requisitionId)))
    },
  })
}

function addConverting(http: Http, requisitions: Requisitions): void {
  http.route({
    method: 'POST',
    url: `${one}/convert`,
    config: {
      access: 'payments:write',
      unitsToo: true,
      localized: true,
      deniedWith: refuseRequester,
      fails: [
        'checkout.requisition_required',
        notFound,
        notInState,
        'requisitions.version_conflict',
        'requisitions.line_not_found',
        'requisitions.lines_not_open',
        'requisitions.lines_not_orderable',
        'requisitions.prices_unproven',
        'requisitions.currencies_differ',
        'requisitions.address_required',
        'requisitions.offer_not_open',
        'offers.request_not_found',
        ...placingFails,
      ],
    },
    schema: {
      operationId: 'convertRequisition',
      summary: 'Convert a requisition to orders',
      description:
        'Orders the chosen lines, or all open ones, on net terms, with the prices, stock, budgets and approvals of any order; or nothing. Lines with a negotiated price are ordered at this price. Each line is ordered once, however often and by whomever this is sent: a repeat answers the requisition with its orders. IN_SOURCING: lines are open. IN_APPROVAL: an order waits for approval. ORDERED: the suppliers have all lines.',
      tags,
      params: RequisitionParams,
      body: ConvertBody,
      response: answers(RequisitionView),
    },
    handler: async ({ actor, params: { requisitionId }, body }) => {
      await requisitions.convert(actor, requisitionId, body)
      return ok(viewRequisition(await requisitions.read(actor, requisitionId)))
    },
  })
}
