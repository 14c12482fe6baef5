import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'
import { coverings, measures } from './quota.ts'

const contract = {
  contractId: Type.String(),
  reference: Type.String({ description: 'The name of the contract.' }),
  supplierId: Type.String(),
}
const example = {
  contractId: 'ctr_01m7xb82dw3khw78phh28dvacd',
  reference: 'FW-2026-017',
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6znb',
}

const quota = {
  quotaId: Type.String(),
  covers: Type.Enum([...coverings]),
  coveredId: Type.String({ description: 'The product or the category.' }),
  measure: Type.Enum([...measures]),
}
const quotaExample = {
  quotaId: 'quo_01m7xb82dw3khw78phh28dvacd',
  covers: 'PRODUCT' as const,
  coveredId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
  measure: 'QUANTITY' as const,
}

export const QuotaReached = defineEvent({
  type: 'contract.quota_reached',
  version: 1,
  entity: 'contract',
  public: true,
  data: {
    ...Type.Object({
      ...contract,
      ...quota,
      percent: Type.Integer({ description: '80 or 100.' }),
    }),
    description:
      'Orders have called off 80 or 100 percent of the maximum of a quota. Each is said once for a maximum.',
  },
  example: { ...example, ...quotaExample, percent: 80 },
})

export const ContractEnding = defineEvent({
  type: 'contract.ending',
  version: 1,
  entity: 'contract',
  public: true,
  data: {
    ...Type.Object({
      ...contract,
      validUntil: Type.String({ format: 'date-time' }),
      shortQuotaIds: Type.Array(Type.String(), {
        description: 'The quotas of which less is called off than is committed.',
      }),
    }),
    description: 'A frame contract ends within 30 days. It is said once.',
  },
  example: {
    ...example,
    validUntil: '2027-01-01T00:00:00.000Z',
    shortQuotaIds: [quotaExample.quotaId],
  },
})

export const ContractEnded = defineEvent({
  type: 'contract.ended',
  version: 1,
  entity: 'contract',
  public: true,
  data: {
    ...Type.Object({
      ...contract,
      validUntil: Type.String({ format: 'date-time', description: 'When it ended.' }),
      shortQuotaIds: Type.Array(Type.String(), {
        description: 'The quotas of which less was called off than was committed.',
      }),
    }),
    description: 'A frame contract has ended. It is said once, within an hour.',
  },
  example: {
    ...example,
    validUntil: '2027-01-01T00:00:00.000Z',
    shortQuotaIds: [quotaExample.quotaId],
  },
})

export const quotasEvents = [QuotaReached, ContractEnding, ContractEnded]
