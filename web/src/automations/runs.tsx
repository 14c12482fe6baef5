import { listRuns } from '../api.ts'
import type { AutomationRun } from '../api-types.ts'
import { Filter } from '../lists/filter.tsx'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark, type MarkTone } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'

type State = AutomationRun['state']

const states: Readonly<Record<State, string>> = {
  PENDING: 'Waiting',
  LEASED: 'Running',
  RETRYING: 'Retrying',
  HELD: 'Held',
  SUCCEEDED: 'Succeeded',
  SKIPPED: 'Condition was false',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
  REFUSED: 'Refused',
  DEAD_LETTERED: 'Dead letter',
  EXPIRED: 'Held for too long',
}

const tones: Partial<Readonly<Record<State, MarkTone>>> = {
  SUCCEEDED: 'good',
  RETRYING: 'warning',
  HELD: 'warning',
  REFUSED: 'warning',
  EXPIRED: 'warning',
  FAILED: 'critical',
  DEAD_LETTERED: 'critical',
}

const columns = [
  { title: 'Run' },
  { title: 'State' },
  { title: 'Attempts', isNumber: true },
  { title: 'Age', isNumber: true },
  { title: 'Last error' },
]

/** The latest runs of all companies. */
export function Runs({ now }: { readonly now: number }) {
  const [state, setState] = useChoice('runs', states)
  return (
    <List
      id="runs"
      title="Last runs"
      queryKey={['automation-runs', state ?? '']}
      read={(cursor, signal) => listRuns({ state, cursor }, signal)}
      columns={columns}
      row={(run) => <RunRow key={run.id} run={run} now={now} />}
      none={
        state === undefined
          ? 'No automation has run yet.'
          : 'None of the last runs is in this state.'
      }
      isNoneGood={false}
      filter={
        <Filter
          label="State of runs"
          value={state}
          all="In any state"
          choices={states}
          onChange={setState}
        />
      }
    />
  )
}

function RunRow({ run, now }: { readonly run: AutomationRun; readonly now: number }) {
  return (
    <tr>
      <th scope="row">
        {run.eventType}
        <span className={styles.id}>{run.id}</span>
        <span className={styles.id}>{run.automationId}</span>
      </th>
      <td>
        <span className={card.state}>
          <Mark tone={tones[run.state] ?? 'info'} />
          {states[run.state]}
        </span>
      </td>
      <td className={card.number}>{numberOf(run.attempts)}</td>
      <td className={card.number}>
        <Since at={run.createdAt} now={now} />
      </td>
      <td className={styles.words}>{run.lastError ?? run.reason ?? ''}</td>
    </tr>
  )
}
