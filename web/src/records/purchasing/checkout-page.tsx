import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import card from '../../components/card.module.css'
import { Facts } from '../../components/facts.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import { OwnedRecord } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { RecordName } from '../record-name.tsx'
import type { RecordOwner } from '../records-api.ts'
import { Timeline } from '../timeline.tsx'
import {
  type CheckoutOfCompany,
  cancelCheckout,
  getCheckout,
  retryCheckout,
} from './checkouts-api.ts'

/** One checkout: what it reserves, how far it came, and what happens next. */
export function CheckoutPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <OwnedRecord
      recordId={recordId}
      title={t('checkout.title', { id: recordId })}
      read={({ companyId }, signal) => getCheckout(companyId, recordId, signal)}
    >
      {(checkout, owner) => (
        <>
          <CheckoutFacts checkout={checkout} owner={owner} />
          {checkout.report && <CheckoutActions checkout={checkout} companyId={owner.companyId} />}
          <Lines checkout={checkout} />
          <History checkout={checkout} />
        </>
      )}
    </OwnedRecord>
  )
}

type FactsProps = { readonly checkout: CheckoutOfCompany; readonly owner: RecordOwner }

function CheckoutFacts({ checkout, owner }: FactsProps) {
  const { t, find, money, instant, duration } = useWords()
  const { state, payment, orderId, report, failure, totals, ownerId } = checkout
  return (
    <Facts
      facts={[
        [t('lists.column.state'), t(`checkout.state.${state}`)],
        [t('checkout.stuck'), report?.stuck && duration(report.ageSeconds)],
        [t('checkout.failure'), failure?.message],
        [
          t('lists.column.company'),
          <>
            {owner.companyName}
            <RecordId id={owner.companyId} />
          </>,
        ],
        [t('checkout.buyer'), <RecordName key="owner" id={ownerId} />],
        [t('lists.column.amount'), money(totals.total)],
        [
          t('lists.column.payment'),
          payment && (
            <>
              {find(`find.payment.${payment.state}`) ?? payment.state}
              <RecordId id={payment.id} />
            </>
          ),
        ],
        [t('lists.column.order'), orderId && <RecordName id={orderId} />],
        [t('checkout.reservedUntil'), instant(checkout.reservedUntil)],
        [t('orders.checkouts.next'), report && t(`orders.action.${report.next.action}`)],
        [t('lists.column.lastError'), report?.lastError],
      ]}
    />
  )
}

type ActionsProps = { readonly checkout: CheckoutOfCompany; readonly companyId: string }

function CheckoutActions({ checkout: { id, state }, companyId }: ActionsProps) {
  const { t } = useWords()
  return (
    <Actions>
      {state === 'PAYMENT_INITIATED_CART_RECONCILING' && (
        <Action
          ask={t('checkout.retry')}
          label={t('checkout.retryOf', { id })}
          act={t('checkout.retrySure')}
          run={() => retryCheckout(companyId, id)}
        />
      )}
      <Action
        ask={t('checkout.cancel')}
        label={t('checkout.cancelOf', { id })}
        act={t('checkout.cancelNow')}
        effect={t('checkout.cancelEffect')}
        fields={[{ name: 'note', label: 'records.actions.reason', missing: 'lists.sayWhy' }]}
        run={({ note = '' }) => cancelCheckout(companyId, id, note)}
      />
    </Actions>
  )
}

const lineColumns = [
  { title: 'records.lines.product' },
  { title: 'records.lines.ordered', isNumber: true },
  { title: 'records.lines.total', isNumber: true },
] as const satisfies readonly Column[]

function Lines({ checkout: { snapshot } }: { readonly checkout: CheckoutOfCompany }) {
  const { number, money } = useWords()
  return (
    <ListView
      title="records.lines.title"
      items={snapshot.lines}
      columns={lineColumns}
      row={(line) => (
        <tr key={line.productId}>
          <th scope="row">
            {line.name}
            <span className={lists.quiet}> {line.sku}</span>
            <RecordId id={line.productId} />
          </th>
          <td className={card.number}>{number(line.quantity)}</td>
          <td className={card.number}>{money(line.lineTotal)}</td>
        </tr>
      )}
      none="records.lines.none"
    />
  )
}

function History({ checkout }: { readonly checkout: CheckoutOfCompany }) {
  const { t } = useWords()
  const { state, createdAt, endedAt, cancelledBy } = checkout
  return (
    <Timeline
      entries={[
        { at: createdAt, text: t('checkout.timeline.reserved') },
        ...(endedAt ? [{ at: endedAt, text: t(`checkout.state.${state}`), by: cancelledBy }] : []),
      ]}
    />
  )
}
