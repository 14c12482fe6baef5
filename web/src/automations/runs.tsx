import { listRuns } from '../api.ts'
import type { AutomationRun } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark, type MarkTone } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'

type State = AutomationRun['state']

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
  { title: 'lists.column.run' },
  { title: 'lists.column.state' },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.lastError' },
] as const satisfies readonly Column[]

/** The latest runs of all companies. */
export function Runs({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [state, setState] = useChoice('runs')
  return (
    <List
      id="runs"
      title="automations.runs.title"
      queryKey={['automation-runs', state ?? '']}
      read={(cursor, signal) => listRuns({ state, cursor }, signal)}
      columns={columns}
      row={(run) => <RunRow key={run.id} run={run} now={now} />}
      none={state === undefined ? 'automations.runs.none' : 'automations.runs.noneInState'}
      isNoneGood={false}
      filter={
        <Filter
          label="automations.runs.filter"
          value={state}
          all="lists.anyState"
          values={choices.runs}
          nameOf={(each) => t(`automations.run.${each}`)}
          onChange={setState}
        />
      }
    />
  )
}

function RunRow({ run, now }: { readonly run: AutomationRun; readonly now: number }) {
  const { t, number } = useWords()
  return (
    <tr>
      <th scope="row">
        {run.eventType}
        <RecordId id={run.id} />
        <RecordName id={run.automationId} />
      </th>
      <td>
        <span className={card.state}>
          <Mark tone={tones[run.state] ?? 'info'} />
          {t(`automations.run.${run.state}`)}
        </span>
      </td>
      <td className={card.number}>{number(run.attempts)}</td>
      <td className={card.number}>
        <Since at={run.createdAt} now={now} />
      </td>
      <td className={styles.words}>{run.lastError ?? run.reason ?? ''}</td>
    </tr>
  )
}
