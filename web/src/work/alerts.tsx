import { listAlerts, replayAlerts } from '../api.ts'
import type { IncidentAlert } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'
import { testTransports } from './alert-tests-api.ts'

const columns = [
  { title: 'work.alerts.alert' },
  { title: 'work.alerts.to' },
  { title: 'lists.column.lastError' },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
] as const satisfies readonly Column[]

/** Alerts by transport and state. Dead letters are shown first. */
export function Alerts({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [state, setState] = useChoice('alerts', 'DEAD_LETTER')
  return (
    <div>
      <List
        id="alerts"
        title="work.alerts.title"
        queryKey={['alerts', state ?? '']}
        read={(cursor, signal) => listAlerts({ state, cursor }, signal)}
        columns={columns}
        row={(alert) => <AlertRow key={alert.id} alert={alert} now={now} />}
        none={state === 'DEAD_LETTER' ? 'work.alerts.noneGivenUp' : 'work.alerts.none'}
        isNoneGood={state === 'DEAD_LETTER'}
        filter={
          <Filter
            label="work.alerts.filter"
            value={state}
            all="work.alerts.all"
            values={choices.alerts}
            nameOf={(each) => t(`work.alerts.state.${each}`)}
            onChange={setState}
          />
        }
      />
      <div className={`${styles.buttons} ${styles.more}`}>
        {/* Whether each transport works is known at once, and not at the next incident. */}
        <Action
          ask={t('work.alerts.test')}
          run={testTransports}
          done={(tested) =>
            tested.map(({ transport, passed, error }) => (
              <p key={transport}>
                {t(`work.alerts.transport.${transport}`)}: {t(`work.alerts.tested.${passed}`)}{' '}
                {error}
              </p>
            ))
          }
        />
        {state === 'DEAD_LETTER' && (
          <Action
            ask={t('work.alerts.replay')}
            run={replayAlerts}
            done={(replayed) => t('work.alerts.replayed', replayed)}
          />
        )}
      </div>
    </div>
  )
}

function AlertRow({ alert, now }: { readonly alert: IncidentAlert; readonly now: number }) {
  const { t, number } = useWords()
  const { key, status, summary, transport, state, attempts, lastError, queuedAt } = alert
  return (
    <tr>
      <th scope="row">
        {key}
        <div className={styles.quiet}>{t(`work.alerts.status.${status}`, { summary })}</div>
        <RecordId id={alert.incidentId} />
      </th>
      <td>{t(`work.alerts.transport.${transport}`)}</td>
      <td className={styles.words}>
        {t(`work.alerts.state.${state}`)}
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
      </td>
      <td className={card.number}>{number(attempts)}</td>
      <td className={card.number}>
        <Since at={queuedAt} now={now} />
      </td>
    </tr>
  )
}
