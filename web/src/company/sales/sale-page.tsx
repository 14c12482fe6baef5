import { useQuery } from '@tanstack/react-query'
import { Facts } from '../../components/facts.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { CartTotals } from '../cart/cart-totals.tsx'
import { deliveryFacts } from '../orders/delivery-facts.ts'
import { OrderDocuments } from '../orders/order-documents.tsx'
import { OrderLines } from '../orders/order-lines.tsx'
import styles from '../orders/orders.module.css'
import { Shipments } from '../orders/shipments.tsx'
import parts from '../parts.module.css'
import { WholePage } from '../whole-page.tsx'
import { RequestedChanges } from './requested-changes.tsx'
import { SaleActions } from './sale-actions.tsx'
import { SaleReturns } from './sale-returns.tsx'
import { getSale, type Sale } from './sales-api.ts'
import { saleKey } from './use-step.ts'

/** The company's part of an order that a customer sent: what to answer, to ship and to take back. */
export function SalePage({ orderId }: { readonly orderId: string }) {
  const sale = useQuery({
    queryKey: saleKey(orderId),
    queryFn: ({ signal }) => getSale(orderId, signal),
  })
  return <WholePage query={sale}>{(read) => <ShownSale sale={read} />}</WholePage>
}

function ShownSale({ sale }: { readonly sale: Sale }) {
  const { t } = useWords()
  const title = t('orderPage.title', { number: sale.number })
  return (
    <Page title={title} headline={title}>
      <SaleFacts sale={sale} />
      <RequestedChanges sale={sale} />
      <SaleActions sale={sale} />
      <OrderLines lines={sale.lines} />
      <div className={styles.halves}>
        {sale.totals && (
          <Section title={t('cart.summary')}>
            <div className={parts.box}>
              <CartTotals totals={{ ...sale.totals, subtotal: sale.totals.goods }} />
            </div>
          </Section>
        )}
        <OrderDocuments order={sale} side="issued" />
      </div>
      <Shipments order={sale} />
      <SaleReturns sale={sale} />
    </Page>
  )
}

function SaleFacts({ sale }: { readonly sale: Sale }) {
  const words = useWords()
  const { t, instant, list } = words
  const { state, paymentState, placedAt, poNumber, note, heldSince, shipping } = sale
  const part = sale.purchaseOrders[0]?.state ?? state
  const methods = new Set(shipping?.map(({ name }) => name))
  return (
    <Facts
      facts={[
        [t('sales.buyer'), sale.buyer.name],
        [t('sales.vatId'), sale.buyer.vatId],
        [
          t('ordersPage.state'),
          words.find(`sales.state.${part}`) ?? t(`ordersPage.state.${state}`),
        ],
        [t('ordersPage.payment'), t(`ordersPage.payment.${paymentState}`)],
        [t('ordersPage.placedAt'), instant(placedAt)],
        [t('sales.poNumber'), poNumber],
        ...deliveryFacts(words, sale),
        [t('cart.shipping'), list([...methods])],
        [t('orderPage.note'), note],
        [t('orderPage.hold'), heldSince && t('orderPage.held', { time: instant(heldSince) })],
      ]}
    />
  )
}
