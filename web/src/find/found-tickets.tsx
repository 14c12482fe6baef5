import { Link } from '@tanstack/react-router'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'

const list = listOf('/api/v1/support/tickets')

/** Tickets of all companies with this number, or with a part of it. */
export function FoundTickets({ q }: { readonly q: string }) {
  return (
    <RouteList
      list={list}
      id="found-tickets"
      title="find.tickets.title"
      query={{ number: q }}
      names={{ state: 'support.state', priority: 'support.priority' }}
      without={['id', 'subject', 'breached']}
      cells={{
        number: ({ id, number, subject }) => (
          <Link to="/admin/support" search={{ ticket: id }}>
            {`${number} ${subject}`.trimEnd()}
          </Link>
        ),
      }}
      none="find.tickets.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
