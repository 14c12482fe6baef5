import { useQuery } from '@tanstack/react-query'
import { Facts } from '../../components/facts.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { CartTotals } from '../cart/cart-totals.tsx'
import parts from '../parts.module.css'
import { WholePage } from '../whole-page.tsx'
import { ChangeRequests } from './change-requests.tsx'
import { deliveryFacts } from './delivery-facts.ts'
import { OrderActions } from './order-actions.tsx'
import { getOrder, type Order } from './order-api.ts'
import { OrderDocuments } from './order-documents.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import styles from './orders.module.css'
import { Proposals } from './proposals.tsx'
import { Returns } from './returns.tsx'
import { Shipments } from './shipments.tsx'
import { Versions } from './versions.tsx'

/** Suppliers, approvers and payments change an order while its buyer looks at it. */
const everyMs = 10_000

/** An order as its buyer follows it: what waits for a decision, what is on its way, what it cost and what happened. */
export function OrderPage({ orderId }: { readonly orderId: string }) {
  const order = useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => getOrder(orderId, signal),
    refetchInterval: everyMs,
  })
  return <WholePage query={order}>{(read) => <ShownOrder key={orderId} order={read} />}</WholePage>
}

function ShownOrder({ order }: { readonly order: Order }) {
  const { t } = useWords()
  const title = t('orderPage.title', { number: order.number })
  return (
    <Page title={title} headline={title}>
      <OrderFacts order={order} />
      <OrderActions order={order} />
      <Proposals order={order} />
      <OrderLines lines={order.lines} proofsOf={order.id} />
      <ChangeRequests order={order} />
      <div className={styles.halves}>
        {order.totals && (
          <Section title={t('cart.summary')}>
            <div className={parts.box}>
              <CartTotals totals={{ ...order.totals, subtotal: order.totals.goods }} />
            </div>
          </Section>
        )}
        <OrderDocuments order={order} side="received" />
      </div>
      <Shipments order={order} />
      <Returns order={order} />
      <Versions order={order} />
      <OrderTimeline entries={order.timeline} />
    </Page>
  )
}

function OrderFacts({ order }: { readonly order: Order }) {
  const words = useWords()
  const { t, instant } = words
  const { state, paymentState, placedAt, poNumber, costCenter, note, heldSince } = order
  return (
    <Facts
      facts={[
        [t('ordersPage.state'), t(`ordersPage.state.${state}`)],
        [t('ordersPage.payment'), t(`ordersPage.payment.${paymentState}`)],
        [t('ordersPage.placedAt'), instant(placedAt)],
        [t('ordersPage.poNumber'), poNumber],
        [t('orderPage.costCenter'), costCenter],
        ...deliveryFacts(words, order),
        [t('orderPage.note'), note],
        [t('orderPage.hold'), heldSince && t('orderPage.held', { time: instant(heldSince) })],
      ]}
    />
  )
}
