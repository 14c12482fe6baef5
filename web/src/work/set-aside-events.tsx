import type { SetAsideEvent } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { RecordName } from '../records/record-name.tsx'
import { RetryOrDiscard } from './retry-or-discard.tsx'
import { discardSetAside, listSetAside, retrySetAside } from './stuck-records-api.ts'

const columns = [
  { title: 'work.events.event' },
  { title: 'work.events.subscription' },
  { title: 'lists.column.lastError' },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** Events that a subscription could not record, and those that wait behind them. */
export function SetAsideEvents({ now }: { readonly now: number }) {
  return (
    <List
      id="set-aside-events"
      title="work.events.title"
      queryKey={['set-aside-events']}
      read={(cursor, signal) => listSetAside(cursor, signal)}
      columns={columns}
      row={(event) => (
        <EventRow key={`${event.subscription} ${event.eventId}`} event={event} now={now} />
      )}
      none="work.events.none"
    />
  )
}

type RowProps = {
  readonly event: SetAsideEvent
  readonly now: number
}

function EventRow({ event, now }: RowProps) {
  const { t, number } = useWords()
  const { eventId, type, companyId, line, subscription, failures, lastError, setAsideAt } = event
  const isPoison = lastError === 'process_died'
  const isBehind = event.nextAttemptAt === undefined && !isPoison
  return (
    <tr>
      <th scope="row">
        {type}
        {[eventId, line, companyId].map((named) => (
          <RecordName key={named} id={named} />
        ))}
      </th>
      <td>{subscription}</td>
      <td className={styles.words}>
        {isBehind && t('work.events.behind')}
        {isPoison && t('work.events.poison')}
        {!isBehind && !isPoison && (lastError ?? t('work.events.nothingYet'))}
      </td>
      <td className={card.number}>{number(failures)}</td>
      <td className={card.number}>
        <Since at={setAsideAt} now={now} />
      </td>
      <td>
        <RetryOrDiscard
          label={t('lists.decideOnRecord', { id: eventId, queue: subscription })}
          words={words}
          onRetry={() => retrySetAside(event)}
          onDiscard={(note) => discardSetAside(event, note)}
        />
      </td>
    </tr>
  )
}

const words = {
  retry: { choice: 'work.events.retry', act: 'work.events.tryNow', done: 'lists.isTriedNow' },
  discard: { choice: 'work.events.discard', act: 'lists.discard', done: 'lists.isDiscarded' },
  why: 'work.events.why',
} as const
