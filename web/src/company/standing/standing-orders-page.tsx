import { Link, useNavigate } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { CsvLink } from '../csv-link.tsx'
import { ListFilters } from '../list-filters.tsx'
import { PagedList } from '../paged-list.tsx'
import { Table } from '../table.tsx'
import { withoutUndefined } from '../without-undefined.ts'
import { scheduleInWords } from './schedule-in-words.ts'
import {
  listStandingOrders,
  type StandingSearch,
  type StandingSummary,
  standingStates,
} from './standing-api.ts'

/** What is ordered again and again, the newest first. */
export function StandingOrdersPage({ asked }: { readonly asked: StandingSearch }) {
  const { t } = useWords()
  const navigate = useNavigate()
  return (
    <Page title={t('standing.title')} headline={t('standing.title')}>
      <p>
        <Link to="/cart">{t('standing.fromCart')}</Link>
      </p>
      <ListFilters
        asked={asked}
        find={t('standing.find')}
        states={standingStates}
        nameOf={(state) => t(`standing.state.${state}`)}
        onAsk={(changes) => {
          const search = withoutUndefined({ ...asked, ...changes })
          void navigate({ to: '/standing-orders', search, replace: true })
        }}
      >
        <CsvLink list="standing-orders" query={asked} />
      </ListFilters>
      <PagedList
        queryKey={['standing-orders', asked]}
        read={(page, signal) => listStandingOrders(asked, page, signal)}
        none={t('standing.none')}
      >
        {(found) => <StandingOrderTable found={found} />}
      </PagedList>
    </Page>
  )
}

function StandingOrderTable({ found }: { readonly found: readonly StandingSummary[] }) {
  const words = useWords()
  const { t, day, money, number } = words
  return (
    <Table
      heads={[
        'standing.name',
        'standing.owner',
        'ordersPage.state',
        'standing.schedule',
        'standing.nextDate',
        { number: 'orderPage.lines' },
        { number: 'standing.maxTotal' },
      ]}
    >
      {found.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            <Link to="/standing-orders/$standingOrderId" params={{ standingOrderId: one.id }}>
              {one.name}
            </Link>
          </th>
          <td>{one.ownerName}</td>
          <td>{t(`standing.state.${one.state}`)}</td>
          <td>{scheduleInWords(words, one.schedule)}</td>
          <td>{one.nextDate !== undefined && day(one.nextDate)}</td>
          <td className={card.number}>{number(one.lineCount)}</td>
          <td className={card.number}>{money(one.maxTotal)}</td>
        </tr>
      ))}
    </Table>
  )
}
