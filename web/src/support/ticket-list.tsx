import { Link } from '@tanstack/react-router'
import type { Ticket } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import card from '../operations/operations.module.css'
import { CompanyName } from '../records/people/company-name.tsx'
import { listTickets } from './support-api.ts'
import { TargetTime } from './target-time.tsx'

const columns = [
  { title: 'support.list.ticket' },
  { title: 'lists.column.state' },
  { title: 'support.list.target' },
  { title: 'support.list.assignee' },
  { title: 'lists.column.age', isNumber: true },
] as const satisfies readonly Column[]

/** The tickets of every company. Without a choice: those that wait for the support desk, the most urgent first. */
export function TicketList({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [choice, setChoice] = useChoice('tickets', 'QUEUE')
  return (
    <List
      id="tickets"
      title="support.list.title"
      queryKey={['tickets', choice ?? '']}
      read={(cursor, signal) => listTickets(choice, cursor, signal)}
      columns={columns}
      row={(ticket) => <TicketRow key={ticket.id} ticket={ticket} now={now} />}
      none={
        choice === 'QUEUE' || choice === 'LATE' ? 'support.list.noneWaits' : 'support.list.none'
      }
      filter={
        <Filter
          label="support.list.filter"
          value={choice}
          all="support.list.all"
          values={choices.tickets}
          nameOf={(each) => t(`support.choice.${each}`)}
          onChange={setChoice}
        />
      }
    />
  )
}

function TicketRow({ ticket, now }: { readonly ticket: Ticket; readonly now: number }) {
  const { t } = useWords()
  const { id, number, subject, companyName, companyId, state, priority, assignee, openedAt } =
    ticket
  return (
    <tr>
      <th scope="row">
        <Link to="/admin/support" search={{ ticket: id }}>
          {`${number} ${subject}`.trimEnd()}
        </Link>
        <br />
        <CompanyName id={companyId} name={companyName} />
      </th>
      <td>
        {t(`support.state.${state}`)}
        <br />
        <span className={styles.quiet}>{t(`support.priority.${priority}`)}</span>
      </td>
      <td>
        <TargetTime ticket={ticket} now={now} />
      </td>
      <td>{assignee?.name ?? <span className={styles.quiet}>{t('support.nobody')}</span>}</td>
      <td className={card.number}>
        <Since at={openedAt} now={now} />
      </td>
    </tr>
  )
}
