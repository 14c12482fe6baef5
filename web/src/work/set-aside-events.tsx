import type { SetAsideEvent } from '../api-types.ts'
import { InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'
import { RetryOrDiscard } from './retry-or-discard.tsx'
import { discardSetAside, listSetAside, retrySetAside } from './stuck-records-api.ts'

const columns = [
  { title: 'Event' },
  { title: 'Subscription' },
  { title: 'Last error' },
  { title: 'Attempts', isNumber: true },
  { title: 'Age', isNumber: true },
  { title: 'Action' },
]

/** Events that a subscription could not record, and those that wait behind them. */
export function SetAsideEvents({ now }: { readonly now: number }) {
  return (
    <DecisionList
      id="set-aside-events"
      title="Events set aside"
      queryKey={['set-aside-events']}
      read={(cursor, signal) => listSetAside(cursor, signal)}
      columns={columns}
      row={(event, onResult) => (
        <EventRow
          key={`${event.subscription} ${event.eventId}`}
          event={event}
          now={now}
          onResult={onResult}
        />
      )}
      none="No event is set aside."
    />
  )
}

type RowProps = {
  readonly event: SetAsideEvent
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function EventRow({ event, now, onResult }: RowProps) {
  const { eventId, type, companyId, line, subscription, failures, lastError, setAsideAt } = event
  const isPoison = lastError === 'process_died'
  const isBehind = event.nextAttemptAt === undefined && !isPoison
  return (
    <tr>
      <th scope="row">
        {type}
        {[eventId, line, companyId].map((named) => (
          <span key={named} className={styles.id}>
            {named}
          </span>
        ))}
      </th>
      <td>{subscription}</td>
      <td className={styles.words}>
        {isBehind && 'It waits behind another one of its line.'}
        {isPoison &&
          'Processes died while they recorded it (process_died). It is tried when you retry it.'}
        {!isBehind && !isPoison && (lastError ?? 'Nothing yet.')}
      </td>
      <td className={card.number}>{numberOf(failures)}</td>
      <td className={card.number}>
        <Since at={setAsideAt} now={now} />
      </td>
      <td>
        <InPlace ask="Decide" label={`Decide on ${eventId} of ${subscription}`}>
          {(leave) => (
            <RetryOrDiscard
              words={words}
              onRetry={() => retrySetAside(event)}
              onDiscard={(note) => discardSetAside(event, note)}
              onDone={(decided) => {
                onResult(done[decided])
                // The row stays until the retry has run, and longer if that fails.
                leave()
              }}
              onLeave={leave}
            />
          )}
        </InPlace>
      </td>
    </tr>
  )
}

const words = {
  retry: { choice: 'Try its line now: the cause is fixed.', act: 'Try now' },
  discard: { choice: 'Discard it: it need not be recorded any more.', act: 'Discard' },
  why: 'Why it need not be recorded',
}
const done = { retry: 'It is tried now.', discard: 'It is discarded.' }
