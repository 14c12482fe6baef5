import { Link, useNavigate } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import { List } from '../../components/list.tsx'
import { Since } from '../../components/since.tsx'
import { useNow } from '../../components/use-now.ts'
import type { MessageKey } from '../../language/catalogue.ts'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { CsvLink } from '../csv-link.tsx'
import { ListFilters } from '../list-filters.tsx'
import type { OrderState, OrdersSearch } from '../orders/orders-address.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { listSales, type SaleSummary } from './sales-api.ts'
import { SellingParts } from './selling-parts.tsx'

/** A supplier sees no order before it is approved. */
const saleStates: readonly OrderState[] = [
  'PLACED',
  'CONFIRMED',
  'PARTIALLY_SHIPPED',
  'SHIPPED',
  'DELIVERED',
  'CLOSED',
  'CANCELLED',
]

/** The orders that customers sent: first those that wait for an answer. */
export function SalesPage({ asked }: { readonly asked: OrdersSearch }) {
  const { t } = useWords()
  const navigate = useNavigate()
  return (
    <Page title={t('sales.title')} headline={t('sales.title')}>
      <SellingParts />
      <ListFilters
        find={t('sales.find')}
        asked={asked}
        states={saleStates}
        nameOf={(state) => t(`ordersPage.state.${state}`)}
        onAsk={(changes) => {
          const search = withoutUndefined<OrdersSearch>({ ...asked, ...changes })
          void navigate({ to: '/sales', search, replace: true })
        }}
      />
      <SaleList title="sales.unanswered" none="sales.noneUnanswered" asked={asked} unanswered />
      <SaleList title="sales.all" none="ordersPage.none" asked={asked} />
    </Page>
  )
}

type ListProps = {
  readonly title: MessageKey
  readonly none: MessageKey
  readonly asked: OrdersSearch
  /** Only orders in which something waits for the company, with their age. */
  readonly unanswered?: boolean
}

function SaleList({ title, none, asked, unanswered = false }: ListProps) {
  const now = useNow()
  const query = { ...asked, ...(unanswered && { unanswered }) }
  return (
    <List
      id={unanswered ? 'unanswered' : 'all'}
      title={title}
      none={none}
      isNoneGood={unanswered}
      queryKey={['sales', query]}
      read={(cursor, signal) => listSales(query, cursor, signal)}
      columns={[
        { title: 'ordersPage.number' },
        { title: 'sales.buyer' },
        { title: unanswered ? 'sales.age' : 'ordersPage.placedAt' },
        { title: 'sales.poNumber' },
        { title: 'ordersPage.state' },
        { title: 'ordersPage.payment' },
        { title: 'cart.total', isNumber: true },
      ]}
      row={(sale) => <SaleRow key={sale.id} sale={sale} {...(unanswered && { now })} />}
      filter={!unanswered && <CsvLink list="supplier/orders" query={query} />}
    />
  )
}

type RowProps = {
  readonly sale: SaleSummary
  /** The row shows the age at this time, in the place of the time of the order. */
  readonly now?: number
}

function SaleRow({ sale, now }: RowProps) {
  const { t, money, instant } = useWords()
  const { id, number, buyer, placedAt, poNumber, state, paymentState, totals, subtotal } = sale
  return (
    <tr>
      <th scope="row">
        <Link to="/sales/$orderId" params={{ orderId: id }}>
          {number}
        </Link>
      </th>
      <td>{buyer.name}</td>
      <td>
        {now === undefined ? (
          <time dateTime={placedAt}>{instant(placedAt)}</time>
        ) : (
          <Since at={placedAt} now={now} />
        )}
      </td>
      <td>{poNumber}</td>
      <td>{t(`ordersPage.state.${state}`)}</td>
      <td>{t(`ordersPage.payment.${paymentState}`)}</td>
      <td className={card.number}>{money(totals?.total ?? subtotal)}</td>
    </tr>
  )
}
