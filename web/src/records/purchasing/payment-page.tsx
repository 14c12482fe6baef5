import type { Payment } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import card from '../../components/card.module.css'
import { Facts } from '../../components/facts.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import { RecordFrame } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { PartId } from '../part-id.tsx'
import { RecordId } from '../record-id.tsx'
import { RecordName } from '../record-name.tsx'
import { capturePayment, getPayment } from '../records-api.ts'

/** All about one payment: its amounts, its refunds and disputes, and its ledger. */
export function PaymentPage({ paymentId }: { readonly paymentId: string }) {
  const { t } = useWords()
  return (
    <RecordFrame
      title={t('records.payment.title', { id: paymentId })}
      queryKey={['payment', paymentId]}
      read={(signal) => getPayment(paymentId, signal)}
    >
      {(payment) => (
        <>
          <PaymentFacts payment={payment} />
          {payment.state === 'AUTHORIZED' && <Capture paymentId={paymentId} />}
          <Refunds refunds={payment.refunds} />
          <Disputes disputes={payment.disputes} />
          <Ledger entries={payment.ledger} />
        </>
      )}
    </RecordFrame>
  )
}

function PaymentFacts({ payment }: { readonly payment: Payment }) {
  const { t, money, instant, day } = useWords()
  const { orderId, checkoutId, dueOn, failureReason } = payment
  return (
    <Facts
      facts={[
        [t('lists.column.state'), t(`find.payment.${payment.state}`)],
        [t('records.payment.failure'), failureReason],
        [t('lists.column.order'), orderId && <RecordName id={orderId} />],
        [t('orders.checkouts.checkout'), checkoutId && <RecordId id={checkoutId} />],
        [t('records.payment.method'), t(`records.payment.method.${payment.method}`)],
        [t('records.payment.provider'), payment.provider],
        [t('lists.column.amount'), money(payment.amount)],
        [t('records.payment.captured'), money(payment.captured)],
        [t('records.payment.refunded'), money(payment.refunded)],
        [t('find.payments.created'), instant(payment.createdAt)],
        [t('records.payment.dueOn'), dueOn && day(dueOn)],
      ]}
    />
  )
}

function Capture({ paymentId }: { readonly paymentId: string }) {
  const { t } = useWords()
  return (
    <Actions>
      <Action
        ask={t('records.payment.capture')}
        label={t('records.payment.captureOf', { id: paymentId })}
        act={t('records.payment.captureNow')}
        run={() => capturePayment(paymentId)}
      />
    </Actions>
  )
}

const refundColumns = [
  { title: 'records.refunds.refund' },
  { title: 'lists.column.state' },
  { title: 'records.refunds.reason' },
  { title: 'find.payments.created' },
  { title: 'lists.column.amount', isNumber: true },
] as const satisfies readonly Column[]

function Refunds({ refunds }: { readonly refunds: Payment['refunds'] }) {
  const { t, instant, money } = useWords()
  return (
    <ListView
      title="records.refunds.title"
      items={refunds}
      columns={refundColumns}
      row={(refund) => (
        <tr key={refund.id}>
          <th scope="row">
            <PartId id={refund.id} />
          </th>
          <td>
            {t(`records.refunds.state.${refund.state}`)}
            {refund.failureReason !== undefined && (
              <span className={card.error}>{refund.failureReason}</span>
            )}
          </td>
          <td className={lists.words}>{refund.reason}</td>
          <td>{instant(refund.createdAt)}</td>
          <td className={card.number}>{money(refund.amount)}</td>
        </tr>
      )}
      none="records.refunds.none"
    />
  )
}

const disputeColumns = [
  { title: 'records.disputes.reference' },
  { title: 'lists.column.state' },
  { title: 'records.disputes.reason' },
  { title: 'records.disputes.answerBy' },
  { title: 'lists.column.amount', isNumber: true },
] as const satisfies readonly Column[]

function Disputes({ disputes }: { readonly disputes: Payment['disputes'] }) {
  const { t, instant, money } = useWords()
  return (
    <ListView
      title="records.disputes.title"
      items={disputes}
      columns={disputeColumns}
      row={(dispute) => (
        <tr key={dispute.reference}>
          <th scope="row">
            <span className={lists.id}>{dispute.reference}</span>
          </th>
          <td>{t(`records.disputes.state.${dispute.state}`)}</td>
          <td>{dispute.reason}</td>
          <td>{dispute.answerBy && instant(dispute.answerBy)}</td>
          <td className={card.number}>{money(dispute.amount)}</td>
        </tr>
      )}
      none="records.disputes.none"
    />
  )
}

const ledgerColumns = [
  { title: 'records.ledger.entry' },
  { title: 'records.ledger.recorded' },
  { title: 'lists.column.amount', isNumber: true },
] as const satisfies readonly Column[]

function Ledger({ entries }: { readonly entries: Payment['ledger'] }) {
  const { t, instant, money } = useWords()
  const numbered = entries.map((entry, at) => ({ ...entry, at }))
  return (
    <ListView
      title="records.ledger.title"
      items={numbered}
      columns={ledgerColumns}
      row={({ at, kind, recordedAt, amount }) => (
        <tr key={at}>
          <th scope="row">{t(`records.ledger.kind.${kind}`)}</th>
          <td>{instant(recordedAt)}</td>
          <td className={card.number}>{money(amount)}</td>
        </tr>
      )}
      none="records.ledger.none"
    />
  )
}
