import type { Order } from '../../api-types.ts'
import { Facts } from '../../components/facts.tsx'
import styles from '../../components/record.module.css'
import { RecordFrame } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { CompanyName } from '../people/company-name.tsx'
import { RecordId } from '../record-id.tsx'
import { RecordName } from '../record-name.tsx'
import { getOrder, type OrderRecord } from '../records-api.ts'
import { Tabs } from '../tabs.tsx'
import { InvoicesOf } from './invoices-of.tsx'
import { OrderActions } from './order-actions.tsx'
import { Credits, Lines, OrderTimeline, Shipments } from './order-parts.tsx'
import { Returns } from './order-returns.tsx'
import { OrderVersions } from './order-versions.tsx'

/** All about one order: its state, its lines, its money, what happened to it, and what an operator can do. */
export function OrderPage({ orderId }: { readonly orderId: string }) {
  const { t } = useWords()
  return (
    <RecordFrame
      queryKey={['order', orderId]}
      read={(signal) => getOrder(orderId, signal)}
      title={(found) => t('records.order.title', { number: found?.order.number ?? orderId })}
    >
      {(record) => (
        <>
          <OrderFacts record={record} />
          <OrderActions order={record.order} />
          <OrderTabs record={record} />
        </>
      )}
    </RecordFrame>
  )
}

function OrderTabs({ record: { order, buyer } }: { readonly record: OrderRecord }) {
  const goods = (
    <>
      <Lines lines={order.lines} />
      <Shipments shipments={order.shipments} />
      <Returns returns={order.returns} />
    </>
  )
  const history = (
    <>
      <OrderTimeline entries={order.timeline} />
      <OrderVersions order={order} />
    </>
  )
  const money = (
    <>
      <Credits orderId={order.id} credits={order.credits} />
      {buyer && <InvoicesOf companyId={buyer.companyId} orderId={order.id} />}
    </>
  )
  return (
    <Tabs
      tabs={[
        { name: 'goods', title: 'records.tab.goods', content: goods },
        { name: 'money', title: 'records.tab.money', content: money },
        { name: 'history', title: 'records.tab.history', content: history },
      ]}
    />
  )
}

function OrderFacts({ record: { order, buyer } }: { readonly record: OrderRecord }) {
  const { t, money, instant } = useWords()
  const { state, paymentState, paymentId, heldSince } = order
  return (
    <Facts
      facts={[
        [t('records.order.id'), order.id],
        [t('lists.column.state'), t(`find.order.${state}`)],
        [
          t('records.order.held'),
          heldSince && t('records.order.heldSince', { time: instant(heldSince) }),
        ],
        [
          t('lists.column.company'),
          buyer && <CompanyName id={buyer.companyId} name={buyer.companyName} />,
        ],
        [t('find.orders.total'), money(order.total)],
        [
          t('lists.column.payment'),
          <>
            {t(`find.payment.${paymentState}`)}
            {paymentId !== undefined && <RecordId id={paymentId} />}
          </>,
        ],
        [t('find.orders.placed'), instant(order.placedAt)],
        [t('records.order.documents'), <Documents key="documents" order={order} />],
        [t('records.order.poNumber'), order.poNumber],
        [t('records.order.costCenter'), order.costCenter],
        [t('records.order.shipTo'), addressOf(order.shipTo)],
        [t('records.order.note'), order.note],
      ]}
    />
  )
}

/** The purchase order of each supplier. There is none before the order is approved. */
function Documents({ order: { state, purchaseOrders } }: { readonly order: Order }) {
  const { t } = useWords()
  if (state === 'PENDING_APPROVAL' || state === 'REJECTED') return null
  return purchaseOrders.map(({ supplierId, number, pdfUrl, ublUrl }) => (
    <div key={supplierId} className={styles.documents}>
      {number} <RecordName id={supplierId} />{' '}
      <a href={`/admin/api${pdfUrl}`} aria-label={`${number} ${t('invoice.pdf')}`}>
        {t('invoice.pdf')}
      </a>{' '}
      <a href={`/admin/api${ublUrl}`} aria-label={`${number} ${t('invoice.ubl')}`}>
        {t('invoice.ubl')}
      </a>
    </div>
  ))
}

function addressOf({ name, company, line1, postalCode, city, country }: Order['shipTo']): string {
  return [company ?? name, line1, `${postalCode} ${city}`, country].join(', ')
}
