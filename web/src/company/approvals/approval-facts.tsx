import { Facts } from '../../components/facts.tsx'
import { useWords } from '../../language/use-words.ts'
import { addressText } from '../orders/address-text.ts'
import type { Approval } from './approval-api.ts'

/** Who ordered what, from whom, to where. */
export function ApprovalFacts({ approval }: { readonly approval: Approval }) {
  const { t, list, money } = useWords()
  const { requester, order } = approval
  const taxes = order.totals?.taxBreakdown.map(({ category, rate, taxable, amount }) =>
    t('approvals.taxOf', {
      category: t(`approvals.tax.${category}`),
      rate,
      taxable: money(taxable),
      amount: money(amount),
    }),
  )
  return (
    <Facts
      facts={[
        [t('approvals.requester'), requester.name],
        [t('approvals.unit'), requester.unit?.name],
        [t('ordersPage.poNumber'), order.poNumber],
        [t('orderPage.costCenter'), order.costCenter],
        [t('approvals.suppliers'), list(order.suppliers.map((supplier) => supplier.name))],
        [t('orderPage.shipTo'), addressText(order.shipTo)],
        [t('orderPage.note'), order.note],
        [t('approvals.tax'), taxes?.map((text) => <div key={text}>{text}</div>)],
      ]}
    />
  )
}
