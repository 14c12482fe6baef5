/** What a buyer may learn when a change binds that raises its order. */
export const raiseFails = [
  'orders.order_held',
  'orders.order_without_payment',
  'orders.substitute_unfit',
  'orders.price_not_changeable',
  'orders.stock_short',
  'orders.too_many_deliveries',
  'approvals.no_approver',
  'approvals.too_many_steps',
  'budgets.exceeded',
  'quotas.maximum_exceeded',
  'payments.amount_invalid',
  'payments.credit_limit_exceeded',
  'payments.no_credit_account',
  'payments.not_raisable',
] as const
