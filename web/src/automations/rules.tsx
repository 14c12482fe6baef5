import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listAutomations, releaseRuns } from '../api.ts'
import type { WatchedAutomation } from '../api-types.ts'
import { DecisionForm, InPlace } from '../lists/decision.tsx'
import { Filter } from '../lists/filter.tsx'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import { Mark, type MarkTone } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { numberOf, titleOf } from '../operations/words.ts'

const states = { ACTIVE: 'Active', DRAFT: 'Draft', PAUSED: 'Paused', HELD: 'With held runs' }
const words: Readonly<Record<WatchedAutomation['state'], string>> = {
  ACTIVE: 'Active',
  DRAFT: 'Draft',
  PAUSED: 'Paused',
}

const columns = [
  { title: 'Automation' },
  { title: 'When' },
  { title: 'State' },
  { title: 'Held', isNumber: true },
  { title: 'Dead letters', isNumber: true },
  { title: 'Last run' },
]

/** The automations of all companies, and the state of their runs. */
export function Rules({ now }: { readonly now: number }) {
  const [state, setState] = useChoice('automations', states)
  return (
    <List
      id="automations"
      title="Automations of all companies"
      queryKey={['automations', state ?? '']}
      read={(cursor, signal) => listAutomations({ state, cursor }, signal)}
      columns={columns}
      row={(rule) => <RuleRow key={rule.id} rule={rule} now={now} />}
      none={state === undefined ? 'No company has an automation.' : 'None is in this state.'}
      isNoneGood={false}
      filter={
        <Filter
          label="State of automations"
          value={state}
          all="In any state"
          choices={states}
          onChange={setState}
        />
      }
    />
  )
}

function RuleRow({ rule, now }: { readonly rule: WatchedAutomation; readonly now: number }) {
  const { name, companyId, companyName, eventType, state, failingSince, hasDraft } = rule
  const { held, deadLetters, lastRun } = rule
  const tone: MarkTone =
    held + deadLetters > 0 || failingSince ? 'warning' : state === 'ACTIVE' ? 'good' : 'info'
  return (
    <tr>
      <th scope="row">
        {companyName ?? companyId}: {name}
        <span className={styles.id}>{rule.id}</span>
        <span className={styles.id}>{companyId}</span>
      </th>
      <td>{eventType}</td>
      <td>
        <span className={card.state}>
          <Mark tone={tone} />
          {words[state]}
        </span>
        {failingSince && (
          <span className={card.error}>
            Because it only failed, <Since at={failingSince} now={now} /> ago
          </span>
        )}
        {hasDraft && state !== 'DRAFT' && (
          <span className={card.error}>Has an unpublished draft</span>
        )}
      </td>
      <td className={card.number}>
        {numberOf(held)}
        {held > 0 && (
          <div className={styles.buttons}>
            <Release id={rule.id} />
          </div>
        )}
      </td>
      <td className={card.number}>{numberOf(deadLetters)}</td>
      <td>
        {lastRun ? (
          <>
            {titleOf(lastRun.state.toLowerCase())}, <Since at={lastRun.createdAt} now={now} /> ago
          </>
        ) : (
          <span className={styles.quiet}>None yet</span>
        )}
      </td>
    </tr>
  )
}

/** Releases held runs after a confirmation, which names the limit of one request. */
function Release({ id }: { readonly id: string }) {
  const queries = useQueryClient()
  const releasing = useMutation({
    mutationFn: () => releaseRuns(id),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <InPlace ask="Release" label={`Release the held runs of ${id}`}>
      {(leave) => (
        <DecisionForm
          act="Release"
          deciding={releasing}
          onDecide={() => releasing.mutate()}
          onLeave={leave}
        >
          <p className={styles.quiet}>
            This releases the oldest 5,000 runs, at the pace of the limit of the automation.
          </p>
        </DecisionForm>
      )}
    </InPlace>
  )
}
