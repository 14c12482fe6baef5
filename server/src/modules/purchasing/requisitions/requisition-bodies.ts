import { type TSchema, Type } from 'typebox'
import { currencyForm } from '#kernel/code-forms'
import { oneLineWithText } from '#kernel/one-line'
import { quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { LineDefaultsBody } from '#modules/checkout'
import { AddressView, addressExample } from '#modules/orders'
import { Day, Reference, requestedReferences } from '#modules/orders/line-references'
import { UnitId } from '#modules/structure'
import { MoneyView } from '#platform/http'
import { attachmentsMax } from './attachments/attachment.ts'
import { linesMax } from './requisition.ts'

const Id = Type.String({ minLength: 1, maxLength: 64 })
const Note = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })

export const RequisitionParams = Type.Object({ requisitionId: Type.String({ maxLength: 64 }) })
export const LineParams = Type.Object({
  requisitionId: Type.String({ maxLength: 64 }),
  lineId: Type.String({ maxLength: 64 }),
})

const oneLineOf = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: oneLineWithText })

export const freeText = {
  unit: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 3,
      description: 'A code of UN/ECE Recommendation 20, such as C62 (piece) or MTR.',
    }),
  ),
  estimate: Type.Optional(
    withDescription(MoneyView, 'What the whole line may cost, as far as its requester knows.'),
  ),
  unspsc: Type.Optional(
    Type.String({
      pattern: '^[0-9]{8}$',
      maxLength: 8,
      description: 'The code of a commodity in UNSPSC.',
    }),
  ),
  category: Type.Optional(
    withDescription(oneLineOf(100), 'A category in the words of your company.'),
  ),
  suggestedSupplier: Type.Optional(
    withDescription(oneLineOf(200), 'Where to buy it, for the buyer to decide.'),
  ),
  links: Type.Optional(
    Type.Array(Type.String({ maxLength: 2000, pattern: '^https?://[^\\s]+$' }), {
      maxItems: 10,
      description: 'Pages that show what is needed.',
    }),
  ),
}

const LineInputView = record(
  'NewRequisitionLine',
  'What is needed: a product of the catalogue (`productId`), or a text (`what`) with more about it.',
  {
    productId: Type.Optional(Id),
    what: Type.Optional(withDescription(oneLineOf(500), 'What is needed, in your own words.')),
    quantity: quantitySchema(),
    ...freeText,
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })),
    attachmentIds: Type.Optional(
      Type.Array(Id, {
        maxItems: attachmentsMax,
        uniqueItems: true,
        description:
          'Files that you have uploaded and not used yet, and those that the requisition has: a changed line names all that it keeps.',
      }),
    ),
    ...requestedReferences,
  },
)

const fields = {
  title: oneLineOf(200),
  neededBy: Type.Optional(Day),
  shipTo: Type.Optional(AddressView),
  note: Type.Optional(Note),
}
const lines = Type.Optional(Type.Array(LineInputView, { maxItems: linesMax }))

export const lineInputExample = {
  what: 'A height-adjustable desk, 160 cm, oak',
  quantity: 2,
  estimate: { amount: '1200.00', currency: 'EUR' },
  suggestedSupplier: 'Office Nord',
  costCenter: '4711',
}

export const CreateRequisitionBody = record(
  'CreateRequisition',
  'A new requisition: a draft, which its requester changes until it is submitted.',
  {
    ...fields,
    unitId: Type.Optional(
      withDescription(
        UnitId,
        'A unit for which you can buy. Default: that of the cart, or the one that you belong to.',
      ),
    ),
    lines,
    fromCart: Type.Optional(
      Type.Boolean({
        description:
          'The lines are the content of your cart, which is empty afterwards. Instead of `lines`.',
      }),
    ),
  },
  { examples: [{ title: 'Desks for the new office', lines: [lineInputExample] }] },
)

const orNull = <Field extends TSchema>(field: Field) =>
  Type.Optional(Type.Union([field, Type.Null()], { description: 'Null removes it.' }))

export const ChangeRequisitionBody = record(
  'ChangeRequisition',
  'The fields of a requisition that change.',
  {
    title: Type.Optional(fields.title),
    neededBy: orNull(Day),
    shipTo: orNull(AddressView),
    note: orNull(Note),
    unitId: Type.Optional(
      Type.Union([UnitId, Type.Null()], {
        description: 'A unit for which you can buy. Null: the one that you belong to.',
      }),
    ),
    lines: withDescription(
      lines,
      'All open lines of the requisition: they replace the present ones. Lines in orders stay.',
    ),
    expectedVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description:
          'The version that you have read. If the requisition has changed, the answer is a 409.',
      }),
    ),
  },
  { minProperties: 1, examples: [{ title: 'Desks for the new office', expectedVersion: 3 }] },
)

export const CommentBody = record(
  'RequisitionComment',
  'A comment, for the people who read the requisition.',
  { comment: Type.Optional(Note) },
  { examples: [{ comment: 'Needed before the fair.' }] },
)

export const RefuseBody = record(
  'RefuseRequisition',
  'What to change, or why it is not ordered.',
  { comment: Note },
  { examples: [{ comment: 'Please say which colour.' }] },
)

export const SourceLineBody = record(
  'SourceRequisitionLine',
  'What to order for a line in words: a product, an external offer, or a price that a supplier has agreed to.',
  {
    productId: Type.Optional(withDescription(Id, 'The product to order.')),
    price: Type.Optional(
      withDescription(
        MoneyView,
        'The negotiated price of one unit, with six decimals at most. With a product the line is ordered at this price. It needs a `note` and `attachmentIds`.',
      ),
    ),
    supplierId: Type.Optional(
      withDescription(Id, 'The supplier of the platform that has agreed to the price.'),
    ),
    offerRequestId: Type.Optional(
      withDescription(
        Id,
        'A request of your company for an external offer, alone or with a note. The line is ordered at the offered price as soon as the offer is confirmed.',
      ),
    ),
    note: Type.Optional(
      withDescription(
        Note,
        'With a price: who agreed, when and how. The supplier reads it in the order.',
      ),
    ),
    attachmentIds: Type.Optional(
      Type.Array(Id, {
        maxItems: attachmentsMax,
        uniqueItems: true,
        description:
          'Files that prove the negotiated price, such as the letter of the supplier: those that you have uploaded and not used yet, and those that the line keeps. The company reads them with the order, and the supplier does not. Only with `price`, which needs at least one.',
      }),
    ),
  },
  {
    minProperties: 1,
    examples: [
      { productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna' },
      {
        productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
        price: { amount: '549.00', currency: 'EUR' },
        note: 'Agreed by phone with Ms Olsen on 12 January.',
        attachmentIds: ['att_01m7xb82dw3khw78phh28dvacd'],
      },
      { offerRequestId: 'ofr_01m7xb82dw3khw78phh28dvacd' },
      {
        price: { amount: '549.00', currency: 'EUR' },
        supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
        note: 'Agreed by phone with Ms Olsen on 12 January.',
        attachmentIds: ['att_01m7xb82dw3khw78phh28dvacd'],
      },
    ],
  },
)

export const ConvertBody = record(
  'ConvertRequisition',
  'Which lines to order now, and what their order needs beyond them. It is paid by invoice.',
  {
    lines: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: linesMax,
        description: 'The ids of the lines to order. Default: all open lines.',
      }),
    ),
    shipTo: Type.Optional(withDescription(AddressView, 'Default: the address of the requisition.')),
    billTo: Type.Optional(AddressView),
    requestedDate: Type.Optional(
      withDescription(Day, 'Default: the day on which the requisition is needed.'),
    ),
    poNumber: Type.Optional(Reference),
    costCenter: Type.Optional(Reference),
    ...LineDefaultsBody,
    note: Type.Optional(Note),
    currency: Type.Optional(
      Type.String({
        pattern: currencyForm,
        maxLength: 3,
        description:
          'The currency of the order. Default: that of the negotiated prices of its lines, or else the currency of the company.',
      }),
    ),
    acceptedTotal: Type.Optional(
      withDescription(MoneyView, 'The total that you accept. Another total is a 409.'),
    ),
  },
  {
    examples: [
      { lines: ['rql_01m7xb82dw3khw78phh28dvacd'], shipTo: addressExample, poNumber: 'PO-4711' },
    ],
  },
)
