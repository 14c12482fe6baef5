import { type Static, Type } from 'typebox'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import { type Difference, differentFields } from './differences.ts'

const ValueView = Type.Object({
  text: Type.Optional(Type.String()),
  quantity: Type.Optional(quantitySchema()),
  amount: Type.Optional(MoneyView),
})

export const DifferenceView = record(
  'ApprovalDifference',
  'A difference between an order and its earlier version: the returned order that it replaces, the order before an approver lowered quantities, or the order before a change.',
  {
    field: Type.Enum([...differentFields], {
      description:
        'With `productId` it is about the lines of a product, otherwise about the order. A QUANTITY without `before` is a new line, and one without `after` a removed line. If lines of one product differ, a text names the quantity of each value.',
    }),
    productId: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    before: Type.Optional(ValueView),
    after: Type.Optional(ValueView),
  },
)

export type ShownDifference = Static<typeof DifferenceView>

export function viewDifference({
  field,
  productId,
  name,
  before,
  after,
}: Difference): ShownDifference {
  return {
    field,
    ...(productId !== undefined && { productId }),
    ...(name !== undefined && { name }),
    ...(before && { before: viewValue(before) }),
    ...(after && { after: viewValue(after) }),
  }
}

function viewValue({ text, quantity, amount }: NonNullable<Difference['before']>) {
  return {
    ...(text !== undefined && { text }),
    ...(quantity !== undefined && { quantity: numberOf(quantity) }),
    ...(amount && { amount: viewMoney(amount) }),
  }
}
