import { Link } from '@tanstack/react-router'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { RouteList } from '../components/route-list.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { useWords } from '../language/use-words.ts'
import { TargetTime } from './target-time.tsx'

const list = listOf('/api/v1/support/tickets')

/** Those whose clock runs, the most urgent first. */
const urgent = { QUEUE: { sort: 'target' }, LATE: { sort: 'target', breached: 'true' } }

/** The tickets of every company. Without a choice: those that wait for the support desk, the most urgent first. */
export function TicketList({ now }: { readonly now: number }) {
  const { t } = useWords()
  const choice = useChosen(list, { as: 'tickets', first: 'QUEUE', several: urgent })
  return (
    <RouteList
      list={list}
      id="tickets"
      title="support.list.title"
      choice={choice}
      now={now}
      ages={['openedAt']}
      names={{ state: 'support.state', priority: 'support.priority' }}
      cells={{
        number: ({ id, number, subject }) => (
          <Link to="/admin/support" search={{ ticket: id }}>
            {`${number} ${subject}`.trimEnd()}
          </Link>
        ),
        'assignee.name': ({ assignee }) =>
          assignee?.name ?? <span className={styles.quiet}>{t('support.nobody')}</span>,
      }}
      without={['id', 'subject', 'breached']}
      extra={{
        title: 'support.list.target',
        cell: (ticket) => <TargetTime ticket={ticket} now={now} />,
      }}
      none="support.list.noneWaits"
    />
  )
}
