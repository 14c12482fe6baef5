import { listAutomations, releaseRuns } from '../api.ts'
import type { WatchedAutomation } from '../api-types.ts'
import { Action } from '../components/action.tsx'
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

const columns = [
  { title: 'automations.rules.automation' },
  { title: 'automations.rules.when' },
  { title: 'lists.column.state' },
  { title: 'lists.column.held', isNumber: true },
  { title: 'automations.rules.deadLetters', isNumber: true },
  { title: 'automations.rules.lastRun' },
] as const satisfies readonly Column[]

/** The automations of all companies, and the state of their runs. */
export function Rules({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [state, setState] = useChoice('automations')
  return (
    <List
      id="automations"
      title="automations.rules.title"
      queryKey={['automations', state ?? '']}
      read={(cursor, signal) => listAutomations({ state, cursor }, signal)}
      columns={columns}
      row={(rule) => <RuleRow key={rule.id} rule={rule} now={now} />}
      none={state === undefined ? 'automations.rules.none' : 'lists.noneInState'}
      isNoneGood={false}
      filter={
        <Filter
          label="automations.rules.filter"
          value={state}
          all="lists.anyState"
          values={choices.automations}
          nameOf={(each) => t(`automations.rules.state.${each}`)}
          onChange={setState}
        />
      }
    />
  )
}

function RuleRow({ rule, now }: { readonly rule: WatchedAutomation; readonly now: number }) {
  const { t, rich, number } = useWords()
  const { name, companyId, companyName, eventType, state, failingSince, hasDraft } = rule
  const { held, deadLetters, lastRun } = rule
  const tone: MarkTone =
    held + deadLetters > 0 || failingSince ? 'warning' : state === 'ACTIVE' ? 'good' : 'info'
  return (
    <tr>
      <th scope="row">
        {companyName ?? companyId}: {name}
        <RecordId id={rule.id} />
        <RecordId id={companyId} />
      </th>
      <td>{eventType}</td>
      <td>
        <span className={card.state}>
          <Mark tone={tone} />
          {t(`automations.rules.state.${state}`)}
        </span>
        {failingSince && (
          <span className={card.error}>
            {rich('automations.rules.onlyFailed', {
              age: <Since at={failingSince} now={now} />,
            })}
          </span>
        )}
        {hasDraft && state !== 'DRAFT' && (
          <span className={card.error}>{t('automations.rules.hasDraft')}</span>
        )}
      </td>
      <td className={card.number}>
        {number(held)}
        {held > 0 && (
          <div className={styles.buttons}>
            <Action
              ask={t('automations.rules.release')}
              label={t('automations.rules.releaseOf', { id: rule.id })}
              act={t('automations.rules.release')}
              effect={<p className={styles.quiet}>{t('automations.rules.releaseHint')}</p>}
              run={() => releaseRuns(rule.id)}
            />
          </div>
        )}
      </td>
      <td className={card.number}>{number(deadLetters)}</td>
      <td>
        {lastRun ? (
          rich('automations.rules.ranAgo', {
            state: t(`automations.run.${lastRun.state}`),
            age: <Since at={lastRun.createdAt} now={now} />,
          })
        ) : (
          <span className={styles.quiet}>{t('automations.rules.noneYet')}</span>
        )}
      </td>
    </tr>
  )
}
