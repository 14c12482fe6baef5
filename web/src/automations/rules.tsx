import { useState } from 'react'
import { listAutomations } from '../api.ts'
import type { WatchedAutomation } from '../api-types.ts'
import { Filter } from '../lists/filter.tsx'
import { List } from '../lists/list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
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

/** The rules of all companies, and how they go. */
export function Rules({ now }: { readonly now: number }) {
  const [state, setState] = useState<keyof typeof states>()
  return (
    <List
      id="automations"
      title="Automations of all companies"
      queryKey={['automations', state ?? '']}
      read={(cursor, signal) => listAutomations({ state, cursor }, signal)}
      columns={columns}
      row={(rule) => <RuleRow key={rule.id} rule={rule} now={now} />}
      none={state === undefined ? 'No company has an automation.' : 'There is none of these.'}
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
  const { name, companyId, eventType, state, failingSince, hasDraft } = rule
  const { held, deadLetters, lastRun } = rule
  const tone: MarkTone =
    held + deadLetters > 0 || failingSince ? 'warning' : state === 'ACTIVE' ? 'good' : 'info'
  return (
    <tr>
      <th scope="row">
        {name}
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
          <span className={card.error}>Has a draft that does not run yet</span>
        )}
      </td>
      <td className={card.number}>{numberOf(held)}</td>
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
