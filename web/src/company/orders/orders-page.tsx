import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import card from '../../components/card.module.css'
import { EmptyState } from '../../components/empty-state.tsx'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import { api, type OrderSummary } from '../api.ts'
import styles from './orders.module.css'
import { type OrdersSearch, orderStates } from './orders-address.ts'

/** The orders of the company, the newest first. */
export function OrdersPage({ asked }: { readonly asked: OrdersSearch }) {
  const { t } = useWords()
  const found = useInfiniteQuery({
    queryKey: ['orders', asked],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam !== undefined && { cursor: pageParam }), limit: 50 }
      return api.get('/api/v1/orders', { params: { query }, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    placeholderData: keepPreviousData,
  })
  const orders = found.data?.pages.flatMap(({ data }) => data)
  return (
    <Page title={t('frame.orders')} headline={t('frame.orders')}>
      <OrderFilters asked={asked} />
      <Refusal error={found.error} />
      {orders?.length === 0 && <EmptyState>{t('ordersPage.none')}</EmptyState>}
      {orders !== undefined && orders.length > 0 && <OrderTable orders={orders} />}
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('catalogue.more')}
        </Button>
      )}
    </Page>
  )
}

function OrderFilters({ asked }: { readonly asked: OrdersSearch }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [q, setQ] = useState(asked.q ?? '')
  const ask = (search: OrdersSearch) => void navigate({ to: '/orders', search, replace: true })
  const { q: _words, ...withoutWords } = asked
  const { state: _state, ...withoutState } = asked
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(q.trim() === '' ? withoutWords : { ...asked, q: q.trim() })
  }
  return (
    <search>
      <form className={styles.filters} onSubmit={submit}>
        <label>
          {t('ordersPage.find')}
          <input
            type="search"
            maxLength={200}
            value={q}
            onChange={({ currentTarget: { value } }) => setQ(value)}
          />
        </label>
        <label>
          {t('ordersPage.state')}
          <select
            value={asked.state ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const state = orderStates.find((name) => name === value)
              ask(state === undefined ? withoutState : { ...asked, state })
            }}
          >
            <option value="">{t('ordersPage.anyState')}</option>
            {orderStates.map((state) => (
              <option key={state} value={state}>
                {t(`ordersPage.state.${state}`)}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" variant="default">
          {t('ordersPage.search')}
        </Button>
      </form>
    </search>
  )
}

function OrderTable({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const { t, money, instant } = useWords()
  return (
    <div className={`${card.card} ${lists.scroll}`}>
      <table className={card.table}>
        <thead>
          <tr>
            <th scope="col">{t('ordersPage.number')}</th>
            <th scope="col">{t('ordersPage.placedAt')}</th>
            <th scope="col">{t('ordersPage.poNumber')}</th>
            <th scope="col">{t('ordersPage.state')}</th>
            <th scope="col">{t('ordersPage.payment')}</th>
            <th scope="col" className={card.number}>
              {t('cart.total')}
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  )
}
