import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listAlerts, replayAlerts } from '../api.ts'
import type { IncidentAlert } from '../api-types.ts'
import { Filter } from '../lists/filter.tsx'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import card from '../operations/operations.module.css'
import { countOf, numberOf, titleOf } from '../operations/words.ts'
import { Refusal } from '../shell/refusal.tsx'

type State = IncidentAlert['state']

const states: Readonly<Record<State, string>> = {
  DEAD_LETTER: 'Given up',
  RETRYING: 'Retrying',
  PENDING: 'Not tried yet',
  SENDING: 'Being sent',
  DELIVERED: 'Delivered',
  SUPERSEDED: 'No longer needed',
  COLLAPSED: 'Sent in a summary',
}

const columns = [
  { title: 'Alert' },
  { title: 'To' },
  { title: 'Last error' },
  { title: 'Attempts', isNumber: true },
  { title: 'Age', isNumber: true },
]

/** Alerts by transport and state. Dead letters are shown first. */
export function Alerts({ now }: { readonly now: number }) {
  const [state, setState] = useChoice('alerts', states, 'DEAD_LETTER')
  return (
    <div>
      <List
        id="alerts"
        title="Incident alerts"
        queryKey={['alerts', state ?? '']}
        read={(cursor, signal) => listAlerts({ state, cursor }, signal)}
        columns={columns}
        row={(alert) => <AlertRow key={alert.id} alert={alert} now={now} />}
        none={state === 'DEAD_LETTER' ? 'No alert was given up.' : 'There is none.'}
        isNoneGood={state === 'DEAD_LETTER'}
        filter={
          <Filter
            label="State of alerts"
            value={state}
            all="All alerts"
            choices={states}
            onChange={setState}
          />
        }
      />
      {state === 'DEAD_LETTER' && <Replay />}
    </div>
  )
}

function AlertRow({ alert, now }: { readonly alert: IncidentAlert; readonly now: number }) {
  const { key, status, summary, transport, state, attempts, lastError, queuedAt } = alert
  return (
    <tr>
      <th scope="row">
        {key}
        <div className={styles.quiet}>
          {titleOf(status)}: {summary}
        </div>
        <span className={styles.id}>{alert.incidentId}</span>
      </th>
      <td>{titleOf(transport)}</td>
      <td className={styles.words}>
        {states[state]}
        {lastError !== undefined && <span className={card.error}>{lastError}</span>}
      </td>
      <td className={card.number}>{numberOf(attempts)}</td>
      <td className={card.number}>
        <Since at={queuedAt} now={now} />
      </td>
    </tr>
  )
}

function Replay() {
  const queries = useQueryClient()
  const replaying = useMutation({
    mutationFn: replayAlerts,
    onSuccess: () => queries.invalidateQueries(),
  })
  const { data } = replaying
  return (
    <div className={`${styles.buttons} ${styles.more}`}>
      <Button
        size="compact-sm"
        variant="default"
        loading={replaying.isPending}
        onClick={() => replaying.mutate()}
      >
        Replay the dead letters
      </Button>
      <span className={styles.quiet} role="status">
        {data && `${countOf(data.replayed, 'alert')} on the way, ${numberOf(data.remaining)} left.`}
      </span>
      <Refusal error={replaying.error} />
    </div>
  )
}
