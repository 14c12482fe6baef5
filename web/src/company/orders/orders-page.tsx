import { Link, useNavigate } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { api, type OrderSummary } from '../api.ts'
import { Choice } from '../choice.tsx'
import { CsvLink } from '../csv-link.tsx'
import { ListFilters } from '../list-filters.tsx'
import { PagedList } from '../paged-list.tsx'
import { isRequester } from '../rights.ts'
import { Table } from '../table.tsx'
import { useMe } from '../use-me.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { type OrdersSearch, orderMatters, orderStates } from './orders-address.ts'

/** The orders of the company, the newest first. */
export function OrdersPage({ asked }: { readonly asked: OrdersSearch }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { data: me } = useMe()
  const ask = (
    changes: { readonly [Name in keyof OrdersSearch]?: OrdersSearch[Name] | undefined },
  ) => {
    const search = withoutUndefined<OrdersSearch>({ ...asked, ...changes })
    void navigate({ to: '/orders', search, replace: true })
  }
  return (
    <Page title={t('frame.orders')} headline={t('frame.orders')}>
      {me && !isRequester(me) && (
        <p>
          <Link to="/contracts">{t('contracts.title')}</Link>
        </p>
      )}
      <ListFilters
        asked={asked}
        find={t('ordersPage.find')}
        states={orderStates}
        nameOf={(state) => t(`ordersPage.state.${state}`)}
        onAsk={ask}
      >
        <Choice
          label={t('ordersPage.waitsFor')}
          any={t('ordersPage.anyMatter')}
          chosen={asked.waitsFor}
          options={orderMatters.map((id) => ({ id, name: t(`ordersPage.waitsFor.${id}`) }))}
          onChoose={(waitsFor) => ask({ waitsFor })}
        />
        <CsvLink list="orders" query={asked} />
        {me && !isRequester(me) && <Link to="/invoices">{t('invoicesPage.title')}</Link>}
      </ListFilters>
      <PagedList
        queryKey={['orders', asked]}
        read={(page, signal) =>
          api.get('/api/v1/orders', { params: { query: { ...asked, ...page } }, signal })
        }
        none={t('ordersPage.none')}
      >
        {(orders) => <OrderTable orders={orders} />}
      </PagedList>
    </Page>
  )
}

function OrderTable({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const { t, money, instant } = useWords()
  return (
    <Table
      heads={[
        'ordersPage.number',
        'ordersPage.placedAt',
        'ordersPage.poNumber',
        'ordersPage.state',
        'ordersPage.payment',
        { number: 'cart.total' },
      ]}
    >
      {orders.map(({ id, number, placedAt, poNumber, state, paymentState, total }) => (
        <tr key={id}>
          <th scope="row">
            <Link to="/orders/$orderId" params={{ orderId: id }}>
              {number}
            </Link>
          </th>
          <td>
            <time dateTime={placedAt}>{instant(placedAt)}</time>
          </td>
          <td>{poNumber}</td>
          <td>{t(`ordersPage.state.${state}`)}</td>
          <td>{t(`ordersPage.payment.${paymentState}`)}</td>
          <td className={card.number}>{money(total)}</td>
        </tr>
      ))}
    </Table>
  )
}
