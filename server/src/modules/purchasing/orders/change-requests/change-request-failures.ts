import { Type } from 'typebox'
import type { FailureSpec } from '#kernel/failure'
import { quantitySchema } from '#kernel/quantity'

/** Why a change that a buyer requests is refused. */
export const changeRequestFailures = {
  change_requested: {
    status: 409,
    message:
      'The buyer requests a change of these lines. The supplier accepts or refuses it first: read the changes of the order.',
    details: { changeRequestId: Type.String(), lineNumbers: Type.Array(Type.Integer()) },
  },
  change_already_requested: {
    status: 409,
    message:
      'A requested change of this supplier’s lines is still open. Wait for the decision of the supplier, or withdraw the request.',
    details: { changeRequestId: Type.String() },
  },
  change_proposed: {
    status: 409,
    message:
      'The supplier proposes a change of this line. Accept or refuse the proposal before you request a change.',
    details: { proposalId: Type.String(), lineNumber: Type.Integer() },
  },
  change_request_awaits_payment: {
    status: 409,
    message:
      'The supplier has accepted the request, and the buyer pays the difference first. Wait for the payment, or refuse the request.',
    details: { changeRequestId: Type.String() },
  },
  change_request_not_accepted: {
    status: 409,
    message:
      'There is nothing to pay for the request yet. Wait until the supplier has accepted it and it is approved.',
    details: { changeRequestId: Type.String() },
  },
  nothing_changed: {
    status: 422,
    message:
      'The request changes nothing of this line. Send another quantity, day or address, or leave the line out.',
    details: { lineNumber: Type.Integer() },
  },
  line_partly_shipped: {
    status: 409,
    message:
      'A part of the line has been shipped, so the rest cannot go to another address. Request to cancel the rest, and order it to that address.',
    details: { lineNumber: Type.Integer(), shipped: quantitySchema() },
  },
  parcel_divided: {
    status: 409,
    message:
      'The shipping of these lines is paid for as one delivery. Request the same address for all lines in details.lineNumbers.',
    details: { lineNumbers: Type.Array(Type.Integer()) },
  },
  address_costs_otherwise: {
    status: 409,
    message:
      'At this address other taxes or shipping costs may apply. Request an address in the same country and tax area, or cancel the line and order it to this address.',
    details: { lineNumber: Type.Integer() },
  },
  postal_code_invalid: {
    status: 400,
    message:
      'The postal code does not fit its country. Check both: details.forms names the possible forms: 9 stands for a digit, A for a letter, X for either.',
    details: {
      lineNumber: Type.Integer(),
      country: Type.String(),
      forms: Type.Array(Type.String()),
    },
  },
  too_many_deliveries: {
    status: 422,
    message:
      'The order would get too many deliveries. Request fewer addresses: an order has details.limit deliveries at most.',
    details: { limit: Type.Integer() },
  },
  requested_date_past: {
    status: 422,
    message: 'The requested date is past. Send today or a later day.',
    details: { lineNumber: Type.Integer(), today: Type.String() },
  },
  change_request_not_found: {
    status: 404,
    message: 'The order has no such requested change. Take the id from the changes of the order.',
    details: { changeRequestId: Type.String() },
  },
  change_request_already_decided: {
    status: 409,
    message:
      'This requested change is decided, withdrawn or lapsed. Read the order to see what holds for its lines.',
    details: {
      changeRequestId: Type.String(),
      state: Type.Enum(['ACCEPTED', 'REFUSED', 'WITHDRAWN', 'LAPSED']),
    },
  },
} as const satisfies Record<string, FailureSpec>
