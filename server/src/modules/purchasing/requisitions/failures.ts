import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'
import { allocationProblem } from '#modules/orders/line-references'
import { requisitionStates } from './requisition.ts'

const StateName = Type.Enum([...requisitionStates])

export const fail = defineFailures('requisitions', {
  requisition_not_found: {
    status: 404,
    message:
      'There is no such requisition, or you may not read it. Take the id from the list of your requisitions.',
    details: { requisitionId: Type.String() },
  },
  requisition_of_another: {
    status: 403,
    message:
      'Only the requester changes, submits, withdraws and deletes a requisition. Ask the requester, or return the requisition with a comment.',
    details: { requisitionId: Type.String() },
  },
  buyer_of_unit_required: {
    status: 403,
    message:
      'Your roles do not buy for the unit of this requisition. Ask a buyer of this unit to source, return or reject it. A requisition without a unit needs a buyer of the whole company.',
    details: { requisitionId: Type.String() },
  },
  not_in_state: {
    status: 409,
    message:
      'The requisition is in the state that details.state names, and this needs one of details.allowed. Read the requisition again.',
    details: { state: StateName, allowed: Type.Array(StateName) },
  },
  version_conflict: {
    status: 409,
    message:
      'The requisition has changed since you read it. Read it again, and repeat your change with its version.',
    details: { expected: Type.Integer(), current: Type.Integer() },
  },
  limit_reached: {
    status: 422,
    message:
      'One person can have at most 500 requisitions that have not ended. Delete drafts, or withdraw requisitions that you no longer need.',
    details: { limit: Type.Integer() },
  },
  no_lines: {
    status: 422,
    message: 'The requisition has no lines. Add what you need, then submit it.',
  },
  cart_or_lines: {
    status: 422,
    message:
      'Send either `lines` or `fromCart`. With `fromCart`, the lines are the content of your cart.',
  },
  cart_too_large: {
    status: 422,
    message:
      'A requisition has at most 200 lines, and your cart has more. Remove lines from the cart, and submit them as a second requisition.',
    details: { lines: Type.Integer(), max: Type.Integer() },
  },
  line_ambiguous: {
    status: 422,
    message:
      'A line names a product (`productId`) or says what is needed (`what`), and not both. Unit, estimate, classification, supplier and links belong to a line with `what`. Correct line details.line.',
    details: { line: Type.Integer() },
  },
  product_not_found: {
    status: 422,
    message:
      'The product is not for sale to your company. Search for another one, or describe what you need with `what`.',
    details: { productId: Type.String() },
  },
  allocations_invalid: {
    status: 422,
    message:
      'The allocations of line details.line do not divide it; details.reason says why. Each allocation has one of percent, quantity and amount, above zero. Together they are 100 percent or the quantity of the line, and the line has no costCenter, glAccount or project of its own. Correct the allocations.',
    details: { line: Type.Integer(), ...allocationProblem },
  },
  product_repeated: {
    status: 422,
    message:
      'Two lines name the same product, allocations and requested date. Put the whole quantity into one line.',
    details: { productId: Type.String() },
  },
  unit_unknown: {
    status: 422,
    message:
      'This is not a unit code of UN/ECE Recommendation 20. Use a code such as C62 (piece), KGM or MTR.',
    details: { line: Type.Integer(), unit: Type.String() },
  },
  quantity_not_whole: {
    status: 422,
    message:
      'The quantity of line details.line must be whole, because the unit details.unit is counted. Send a whole quantity, or the unit in which it is measured, such as MTR or KGM.',
    details: { line: Type.Integer(), unit: Type.String() },
  },
  amount_invalid: {
    status: 422,
    message:
      'This is not an amount in this currency, or it is negative or too large. Send a decimal such as "12.50" and a currency of ISO 4217.',
    details: { amount: Type.String(), currency: Type.String() },
  },
  line_not_found: {
    status: 404,
    message: 'The requisition has no such line. Read the requisition again.',
    details: { lineId: Type.String() },
  },
  line_has_product: {
    status: 422,
    message:
      'The requester has chosen the product of this line: convert the requisition without sourcing the line. If another product is needed, return the requisition with a comment.',
    details: { lineId: Type.String() },
  },
  sourcing_incomplete: {
    status: 422,
    message:
      'Name a product (`productId`), or only an offer request (`offerRequestId`). A negotiated price (`price`) needs its product, or else its supplier (`supplierId`), a `note` that says who agreed, and at least one file that proves it (`attachmentIds`). Files need a `price`.',
  },
  supplier_unknown: {
    status: 422,
    message:
      'No supplier of the platform has this id, or the product is of another supplier. Take the id from a product of the supplier.',
    details: { supplierId: Type.String() },
  },
  lines_not_open: {
    status: 409,
    message:
      'The lines in details.lineIds are already in an order, or are cancelled. Read the requisition again, and choose open lines.',
    details: { lineIds: Type.Array(Type.String()) },
  },
  lines_in_approval: {
    status: 409,
    message:
      'The lines in details.lineIds are in an order for the present unit, and the order waits for approval. Change the unit after the decision, or cancel the order first.',
    details: { lineIds: Type.Array(Type.String()) },
  },
  lines_too_many: {
    status: 422,
    message:
      'A requisition has at most details.max lines, those in orders included. Put the other lines into a second requisition.',
    details: { max: Type.Integer() },
  },
  offer_not_open: {
    status: 422,
    message:
      'The offer request is declined or has expired, or it is not one of your company. Request another offer, or choose a product.',
    details: { offerRequestId: Type.String() },
  },
  lines_not_orderable: {
    status: 422,
    message:
      'The lines in details.lineIds have no product to order. Choose a product for each of them. If the supplier of a negotiated price does not sell the product here yet, ask the supplier to add it, and then source the line with this product and the price. To order only the others now, name them in `lines`.',
    details: { lineIds: Type.Array(Type.String()) },
  },
  prices_unproven: {
    status: 422,
    message:
      'The negotiated prices of the lines in details.lineIds have no note, or no file that proves them. Say again what to order for these lines, with both.',
    details: { lineIds: Type.Array(Type.String()) },
  },
  currencies_differ: {
    status: 422,
    message:
      'An order has one currency. The negotiated prices of these lines and the request name several: details.currencies. Order the lines of each currency by themselves (`lines`), and leave `currency` out.',
    details: { currencies: Type.Array(Type.String()) },
  },
  attachment_empty: { status: 400, message: 'The attachment has no content. Send a file.' },
  attachment_too_large: {
    status: 413,
    message: 'The attachment is larger than 10 MB. Send a smaller file.',
    details: { maxBytes: Type.Integer() },
  },
  attachment_type_unsupported: {
    status: 422,
    message:
      'The type of the attachment is not supported. Send a PDF, a picture (JPEG, PNG, WebP, GIF), a document of Word, Excel or PowerPoint without macros, or plain text in UTF-8.',
  },
  uploads_limit_reached: {
    status: 422,
    message: 'You have 30 attachments that no line uses. Use them, or wait for a day.',
    details: { limit: Type.Integer() },
  },
  attachment_not_found: {
    status: 404,
    message: 'The requisition has no such attachment. Read the requisition again.',
    details: { attachmentId: Type.String() },
  },
  attachments_unknown: {
    status: 422,
    message:
      'The attachments in details.attachmentIds are not yours, are used already, are named twice, or were deleted after a day. Upload them again.',
    details: { attachmentIds: Type.Array(Type.String()) },
  },
  address_required: {
    status: 422,
    message: 'The requisition has no delivery address. Send the address as `shipTo`.',
  },
})
