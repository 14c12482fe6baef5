import { readQuantity } from '#kernel/quantity'
import { answers, type Http, ok, type Routes } from '#platform/http'
import {
  ChangeRequisitionBody,
  CreateRequisitionBody,
  RequisitionParams,
} from './requisition-bodies.ts'
import { RequisitionView, viewRequisition } from './requisition-schemas.ts'
import type { Requisitions } from './service.ts'

export const tags = ['Requisitions']
const url = '/api/v1/requisitions'
export const one = `${url}/:requisitionId`

const lineFailures = [
  'requisitions.line_ambiguous',
  'requisitions.product_not_found',
  'requisitions.product_repeated',
  'requisitions.allocations_invalid',
  'requisitions.unit_unknown',
  'requisitions.quantity_not_whole',
  'requisitions.amount_invalid',
  'requisitions.attachments_unknown',
  'structure.code_unknown',
]
export const ownFailures = [
  'requisitions.requisition_not_found',
  'requisitions.requisition_of_another',
  'requisitions.not_in_state',
]

const unitFailures = ['structure.unit_unknown', 'structure.unit_not_allowed']

export function requisitionRoutes(requisitions: Requisitions): Routes {
  return async (http) => {
    addReading(http, requisitions)
    addCreating(http, requisitions)
    addChanging(http, requisitions)
  }
}

function addReading(http: Http, requisitions: Requisitions): void {
  http.route({
    method: 'GET',
    url: one,
    config: {
      access: 'requester:read',
      operatorsToo: true,
      localized: true,
      fails: ['requisitions.requisition_not_found'],
    },
    schema: {
      operationId: 'getRequisition',
      summary: 'Get a requisition',
      description:
        'Requesters read their own requisitions. Those who may pay read all that have been submitted.',
      tags,
      params: RequisitionParams,
      response: answers(RequisitionView),
    },
    handler: async ({ actor, params }) =>
      ok(viewRequisition(await requisitions.read(actor, params.requisitionId))),
  })
}

function addCreating(http: Http, requisitions: Requisitions): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access: 'requester:write',
      fails: [
        'requisitions.limit_reached',
        'requisitions.cart_or_lines',
        'requisitions.cart_too_large',
        ...lineFailures,
        ...unitFailures,
        'cart.empty',
        'cart.locked_by_checkout',
        'cart.version_conflict',
      ],
    },
    schema: {
      operationId: 'createRequisition',
      summary: 'Create a requisition',
      description:
        'A draft, which only you read. With `fromCart` it has the content of your cart, and the cart is empty: both happen, or neither.',
      tags,
      body: CreateRequisitionBody,
      response: answers(RequisitionView, { status: 201 }),
    },
    handler: async ({ actor, body }) => {
      const { id } = await requisitions.create(actor, {
        ...body,
        lines: body.lines?.map(readQuantity),
      })
      return ok(viewRequisition(await requisitions.read(actor, id)))
    },
  })
}

function addChanging(http: Http, requisitions: Requisitions): void {
  http.route({
    method: 'PATCH',
    url: one,
    config: {
      access: 'requester:write',
      fails: [
        ...ownFailures,
        'requisitions.version_conflict',
        'requisitions.lines_too_many',
        'requisitions.lines_in_approval',
        ...lineFailures,
        ...unitFailures,
      ],
    },
    schema: {
      operationId: 'changeRequisition',
      summary: 'Change a requisition',
      description:
        'A draft, or a requisition that was returned to you. `lines` replaces all open lines. They, and another `unitId`, remove what buyers had found for the open lines.',
      tags,
      params: RequisitionParams,
      body: ChangeRequisitionBody,
      response: answers(RequisitionView),
    },
    handler: async ({ actor, params: { requisitionId }, body }) => {
      await requisitions.change(actor, requisitionId, {
        ...body,
        lines: body.lines?.map(readQuantity),
      })
      return ok(viewRequisition(await requisitions.read(actor, requisitionId)))
    },
  })
  http.route({
    method: 'DELETE',
    url: one,
    config: { access: 'requester:write', fails: ownFailures },
    schema: {
      operationId: 'deleteRequisition',
      summary: 'Delete a requisition',
      description: 'Deletes a draft, and answers it as it was. Its number is not used again.',
      tags,
      params: RequisitionParams,
      response: answers(RequisitionView),
    },
    handler: async ({ actor, params: { requisitionId } }) => {
      const full = await requisitions.read(actor, requisitionId)
      await requisitions.remove(actor, requisitionId)
      return ok(viewRequisition(full))
    },
  })
}
