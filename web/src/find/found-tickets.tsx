import { Link } from '@tanstack/react-router'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import { CompanyName } from '../records/people/company-name.tsx'
import { findTickets } from '../support/support-api.ts'

const columns = [
  { title: 'support.list.ticket' },
  { title: 'lists.column.company' },
  { title: 'lists.column.state' },
  { title: 'find.tickets.opened' },
] as const satisfies readonly Column[]

/** Tickets of all companies with this number, or with a part of it. */
export function FoundTickets({ q }: { readonly q: string }) {
  const { t, instant } = useWords()
  return (
    <List
      id="found-tickets"
      title="find.tickets.title"
      queryKey={['find-tickets', q]}
      read={(cursor, signal) => findTickets(q, cursor, signal)}
      columns={columns}
      row={({ id, number, subject, companyId, companyName, state, openedAt }) => (
        <tr key={id}>
          <th scope="row">
            <Link to="/admin/support" search={{ ticket: id }}>
              {`${number} ${subject}`.trimEnd()}
            </Link>
          </th>
          <td>
            <CompanyName id={companyId} name={companyName} />
          </td>
          <td>{t(`support.state.${state}`)}</td>
          <td>{instant(openedAt)}</td>
        </tr>
      )}
      none="find.tickets.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
