import { type Static, Type } from 'typebox'
import { currencyForm } from '#kernel/code-forms'
import { record } from '#kernel/record'
import {
  amountText,
  type CalledOffContract,
  coverings,
  leftOf,
  measures,
  policies,
  type Quota,
  quotasMax,
} from './quota.ts'
import type { QuotasOfContract } from './replace-quotas.ts'

export const ContractParams = Type.Object({ contractId: Type.String({ maxLength: 64 }) })

const AmountText = Type.String({ pattern: '^[0-9]{1,11}(\\.[0-9]{1,4})?$', maxLength: 20 })
const Committed = { description: 'What the buyer commits to call off.' }
const Maximum = { description: 'What the buyer may call off at most.' }
const PolicyName = Type.Enum([...policies], {
  description:
    'What happens to an order beyond the maximum: REFUSE refuses it, WARN lets it through with a warning.',
})

const bodyExample = {
  quotas: [
    {
      productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
      measure: 'QUANTITY' as const,
      committed: '500',
      maximum: '1000',
      policy: 'REFUSE' as const,
    },
  ],
  expectedVersion: 1,
}

const QuotaTermsBody = record('ContractQuotaTerms', 'What a quota covers, commits and limits.', {
  productId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  categoryId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'It covers the categories below it, too.',
    }),
  ),
  measure: Type.Enum([...measures], {
    description:
      'QUANTITY counts in the unit of the product, of a category the products in `unit`. VALUE counts the goods after discounts, before tax and shipping cost.',
  }),
  currency: Type.Optional(
    Type.String({
      pattern: currencyForm,
      maxLength: 3,
      description: 'Of a VALUE. Orders in other currencies count at the rates of the checkout.',
    }),
  ),
  unit: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 3,
      description:
        'Of a QUANTITY of a category: a code of UN/ECE Recommendation 20. Products in other units do not count. Default: C62 (piece).',
    }),
  ),
  committed: Type.Optional(Type.String({ ...AmountText, ...Committed })),
  maximum: Type.Optional(Type.String({ ...AmountText, ...Maximum })),
  policy: Type.Optional(PolicyName),
})

export const ReplaceQuotasBody = record(
  'ReplaceQuotas',
  'All quotas of a contract.',
  {
    quotas: Type.Array(QuotaTermsBody, { maxItems: quotasMax }),
    expectedVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'The version of the contract that you have read. Another one is refused.',
      }),
    ),
  },
  { examples: [bodyExample] },
)

const quotaFields = {
  id: Type.String(),
  covers: Type.Enum([...coverings]),
  coveredId: Type.String({ description: 'The product or the category.' }),
  coveredName: Type.Optional(
    Type.String({ description: 'The name of the product, or the path of the category.' }),
  ),
  measure: Type.Enum([...measures]),
  currency: Type.Optional(
    Type.String({ description: 'Of a VALUE. Absent: amounts are quantities.' }),
  ),
  unit: Type.Optional(
    Type.String({
      description: 'Of a QUANTITY of a category: only products in this unit count.',
    }),
  ),
  committed: Type.Optional(Type.String(Committed)),
  maximum: Type.Optional(Type.String(Maximum)),
  policy: PolicyName,
  held: Type.String({ description: 'What checkouts hold that are no order yet.' }),
  calledOff: Type.String({
    description: 'What orders have called off, less what was cancelled, refused or returned.',
  }),
  left: Type.Optional(
    Type.String({ description: 'What can still be called off. Absent: there is no maximum.' }),
  ),
}

export const QuotaView = record(
  'ContractQuota',
  'What a frame contract commits and limits for a product or a category.',
  quotaFields,
)

const viewExample = {
  id: 'quo_01m7xb82dw3khw78phh28dvacd',
  covers: 'PRODUCT' as const,
  coveredId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
  coveredName: 'Hexagon bolt M8x40',
  measure: 'QUANTITY' as const,
  committed: '500',
  maximum: '1000',
  policy: 'REFUSE' as const,
  held: '0',
  calledOff: '120',
  left: '880',
}

export const QuotasView = record(
  'ContractQuotas',
  'The quotas of a contract, and what is called off from each.',
  {
    contractId: Type.String(),
    reference: Type.String(),
    supplierName: Type.String(),
    buyerName: Type.Optional(Type.String()),
    version: Type.Integer({ description: 'Of the contract.' }),
    quotas: Type.Array(QuotaView),
  },
  {
    examples: [
      {
        contractId: 'ctr_01m7xb82dw3khw78phh28dvacd',
        reference: 'FW-2026-017',
        supplierName: 'Northwind Components',
        buyerName: 'Example GmbH',
        version: 2,
        quotas: [viewExample],
      },
    ],
  },
)

/** `names`: of the buyer, and of what the quotas cover, by their ids. */
export function viewQuotas(
  { contract, quotas }: QuotasOfContract,
  names: ReadonlyMap<string, string>,
): Static<typeof QuotasView> {
  const { id: contractId, reference, supplier, buyerCompanyId, version } = contract
  const buyerName = names.get(buyerCompanyId)
  return {
    contractId,
    reference,
    supplierName: supplier.name,
    ...(buyerName !== undefined && { buyerName }),
    version,
    quotas: quotas.map((quota) => viewQuota(quota, names)),
  }
}

export function viewQuota(
  quota: Quota,
  names: ReadonlyMap<string, string>,
): Static<typeof QuotaView> {
  const { id, covers, coveredId, measure, currency, unit, committed, maximum, policy } = quota
  const text = (amount: bigint) => amountText(quota, amount)
  const left = leftOf(quota)
  const coveredName = names.get(coveredId)
  return {
    id,
    covers,
    coveredId,
    ...(coveredName === undefined ? {} : { coveredName }),
    measure,
    ...(currency === undefined ? {} : { currency }),
    ...(unit === undefined ? {} : { unit }),
    ...(committed === undefined ? {} : { committed: text(committed) }),
    ...(maximum === undefined ? {} : { maximum: text(maximum) }),
    policy,
    held: text(quota.held),
    calledOff: text(quota.calledOff),
    ...(left === undefined ? {} : { left: text(left) }),
  }
}

export const CalledOffContractsView = Type.Array(
  record('CalledOffContract', 'A frame contract from which an order calls off.', {
    id: Type.String(),
    reference: Type.String(),
    isBeyondMaximum: Type.Boolean({
      description: 'True: the order goes beyond a maximum that only warns.',
    }),
  }),
  { description: 'The frame contracts from which it calls off. Absent: none.' },
)

export function viewCalledOffContracts(contracts: readonly CalledOffContract[]) {
  return contracts.map(({ id, reference, isBeyondMaximum }) => ({ id, reference, isBeyondMaximum }))
}
