import { Link, useNavigate } from '@tanstack/react-router'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { ListFilters } from '../list-filters.tsx'
import { PagedList } from '../paged-list.tsx'
import { Table } from '../table.tsx'
import { withoutUndefined } from '../without-undefined.ts'
import { NewTicket } from './new-ticket.tsx'
import { listTickets, type TicketSummary } from './ticket-api.ts'
import { type TicketsSearch, ticketStates } from './tickets-address.ts'

/** What people of the company asked the support desk, the newest first. */
export function TicketsPage({ asked }: { readonly asked: TicketsSearch }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { order, ...wanted } = asked
  return (
    <Page title={t('tickets.title')} headline={t('tickets.title')}>
      <NewTicket key={order} orderId={order} />
      <ListFilters
        asked={wanted}
        find={t('tickets.find')}
        states={ticketStates}
        nameOf={(state) => t(`tickets.state.${state}`)}
        onAsk={(changes) => {
          const search = withoutUndefined<TicketsSearch>({ ...wanted, ...changes })
          void navigate({ to: '/tickets', search, replace: true })
        }}
      />
      <PagedList
        queryKey={['tickets', wanted]}
        read={(page, signal) => listTickets(wanted, page, signal)}
        none={t('tickets.none')}
      >
        {(tickets) => <TicketTable tickets={tickets} />}
      </PagedList>
    </Page>
  )
}

function TicketTable({ tickets }: { readonly tickets: readonly TicketSummary[] }) {
  const { t, instant } = useWords()
  return (
    <Table
      heads={[
        'tickets.number',
        'tickets.subject',
        'tickets.requester',
        'ordersPage.state',
        'tickets.changedAt',
      ]}
    >
      {tickets.map(({ id, number, subject, requester, state, changedAt }) => (
        <tr key={id}>
          <th scope="row">
            <Link to="/tickets/$ticketId" params={{ ticketId: id }}>
              {number}
            </Link>
          </th>
          <td>{subject}</td>
          <td>{requester.name}</td>
          <td>{t(`tickets.state.${state}`)}</td>
          <td>
            <time dateTime={changedAt}>{instant(changedAt)}</time>
          </td>
        </tr>
      ))}
    </Table>
  )
}
