import type { Order, RefundRequest } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import type { Values } from '../../components/form.tsx'
import { useWords } from '../../language/use-words.ts'
import { useNames } from '../names-api.ts'
import { RecordId } from '../record-id.tsx'
import { refundPayment } from '../records-api.ts'

type Props = { readonly order: Order; readonly paymentId: string }

/** Refunds an amount for a line or for the part of a supplier: the supplier's credit note needs to know which. */
export function Refund({ order, paymentId }: Props) {
  const { t } = useWords()
  const effect = (
    <>
      <p>{t('records.refund.effect')}</p>
      {order.paymentState === 'UNPAID' && (
        <p>
          {t('records.refund.unpaid')}
          <RecordId id={paymentId} />
        </p>
      )}
    </>
  )
  return (
    <Action
      ask={t('records.actions.refund')}
      label={t('records.actions.refundOf', { id: order.number })}
      act={t('records.refund.act')}
      effect={effect}
      stepUp="signIn.stepUp.money"
      fields={[
        { name: 'subject', label: 'records.refund.subject', choices: useSubjects(order) },
        {
          name: 'amount',
          label: 'records.refund.amount',
          labelValues: { currency: order.total.currency },
          missing: 'records.refund.amountMissing',
          pattern: /^\d+([.,]\d+)?$/,
        },
        { name: 'reason', label: 'records.actions.reason', missing: 'records.actions.sayWhy' },
      ]}
      run={(values) => refundPayment(paymentId, requestOf(order, values))}
    />
  )
}

/** The lines, and the suppliers of the order. */
function useSubjects({ lines }: Order) {
  const { t } = useWords()
  const suppliers = [...new Set(lines.map(({ supplierId }) => supplierId))]
  const names = useNames(suppliers)
  return [
    ...lines.map(({ lineNumber, name }) => ({
      value: `line ${lineNumber}`,
      label: t('records.refund.line', { number: lineNumber, name }),
    })),
    ...suppliers.map((id) => ({
      value: `supplier ${id}`,
      label: t('records.refund.supplier', { name: names.get(id) ?? id }),
    })),
  ]
}

/** Accepts a decimal comma. */
function requestOf(
  { total }: Order,
  { subject = '', amount = '', reason = '' }: Values,
): RefundRequest {
  const [kind, id = ''] = subject.split(' ')
  return {
    amount: { amount: amount.replace(',', '.'), currency: total.currency },
    reason,
    for: kind === 'line' ? { lineNumber: Number(id) } : { supplierId: id },
  }
}
