import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('quotas', {
  amount_invalid: {
    status: 400,
    message:
      'An amount of a quota is not valid. Send a decimal above zero: with at most three decimals for a quantity, and for a value with no more than its currency has.',
    details: { amount: Type.String() },
  },
  quota_invalid: {
    status: 400,
    message:
      'A quota is not valid. Name a product or a category, an amount that is committed or the maximum, none committed above the maximum, a currency for a value only, and a unit code such as MTR only for a quantity of a category.',
    details: { position: Type.Integer() },
  },
  covered_unknown: {
    status: 422,
    message:
      'A quota names something that the contract cannot cover. Name products of the supplier, categories of the catalogue, and each of them once for each measure.',
    details: { coveredIds: Type.Array(Type.String()) },
  },
  quota_in_use: {
    status: 409,
    message:
      'Checkouts or orders have called off from a quota that you left out. Add it to the list; you can change its amounts and its policy.',
    details: { quotaIds: Type.Array(Type.String()) },
  },
  maximum_exceeded: {
    status: 422,
    message:
      'The order goes beyond the maximum of a frame contract; details.quotas names each contract and what is left. Order less, or ask the supplier to raise the maximum.',
    details: {
      quotas: Type.Array(
        Type.Object({
          quotaId: Type.String(),
          contractId: Type.String(),
          reference: Type.String(),
          covers: Type.Enum(['PRODUCT', 'CATEGORY']),
          coveredId: Type.String(),
          measure: Type.Enum(['QUANTITY', 'VALUE']),
          currency: Type.Optional(Type.String()),
          unit: Type.Optional(Type.String()),
          left: Type.String(),
          wanted: Type.String(),
        }),
      ),
    },
  },
})
