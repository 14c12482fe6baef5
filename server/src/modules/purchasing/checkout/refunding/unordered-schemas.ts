import { Type } from 'typebox'
import { record } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import { type UnorderedPayment, unorderedStates } from './unordered-payment.ts'

const example = {
  paymentId: 'pay_01m7xb80j6g1r3x9n5w7d0sveb',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  checkoutId: 'chk_01m7xb7z3h5d0q2w8m4v6c9rta',
  state: 'REFUSED' as const,
  amount: { amount: '125.00', currency: 'EUR' },
  refusals: 8,
  lastError: 'The provider refused the refund: expired_or_canceled_card',
  since: '2026-01-02T03:04:05.000Z',
}

export const UnorderedView = record(
  'UnorderedPayment',
  'A captured payment that has no order.',
  {
    paymentId: Type.String(),
    companyId: Type.String(),
    companyName: Type.Optional(Type.String({ description: 'Present in the list only.' })),
    checkoutId: Type.Optional(Type.String()),
    orderId: Type.Optional(
      Type.String({ description: 'The order that had ended before it was paid.' }),
    ),
    orderNumber: Type.Optional(
      Type.String({ description: 'The number of this order. Present in the list only.' }),
    ),
    state: Type.Enum([...unorderedStates], {
      description:
        'WAITING: the service refunds it automatically. REFUSED: the provider refuses the refund, and an operator decides how to refund. SETTLED: the money was refunded.',
    }),
    amount: MoneyView,
    settledAmount: Type.Optional(MoneyView),
    refusals: Type.Integer(),
    lastError: Type.Optional(Type.String()),
    since: Type.String({ format: 'date-time' }),
  },
  { examples: [example] },
)

export function viewUnordered(
  unordered: UnorderedPayment & {
    readonly companyName?: string | undefined
    readonly orderNumber?: string | undefined
  },
): Type.Static<typeof UnorderedView> {
  const { companyName, orderNumber } = unordered
  const { paymentId, companyId, checkoutId, orderId, state, amount, settled } = unordered
  const { refusals, lastError, createdAt } = unordered
  return {
    paymentId,
    companyId,
    ...(companyName === undefined ? {} : { companyName }),
    ...(checkoutId === undefined ? {} : { checkoutId }),
    ...(orderId === undefined ? {} : { orderId }),
    ...(orderNumber === undefined ? {} : { orderNumber }),
    state,
    amount: viewMoney(amount),
    ...(settled === undefined ? {} : { settledAmount: viewMoney(settled) }),
    refusals,
    ...(lastError === undefined ? {} : { lastError }),
    since: createdAt.toISOString(),
  }
}
