import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import { type Column, List } from '../../components/list.tsx'
import { RecordFrame } from '../../components/record.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { choices } from '../../lists/choices.ts'
import { Filter } from '../../lists/filter.tsx'
import lists from '../../lists/lists.module.css'
import { Since } from '../../lists/since.tsx'
import { useChoice } from '../../lists/use-choice.ts'
import card from '../../operations/operations.module.css'
import { useNow } from '../../operations/use-now.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import {
  getAutomation,
  listRunsOf,
  releaseRunsOf,
  setAutomationState,
  type WatchedRule,
} from './automations-api.ts'

/** An automation of any company: what it does, its runs, and what an operator can do about it. */
export function AutomationPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <RecordFrame
      title={t('automation.title', { id: recordId })}
      queryKey={['record', recordId]}
      read={(signal) => getAutomation(recordId, signal)}
      nameOf={({ name }) => name}
    >
      {(rule) => (
        <>
          <RuleFacts rule={rule} />
          <RuleActions rule={rule} />
          <Definition rule={rule} />
          <Runs rule={rule} />
        </>
      )}
    </RecordFrame>
  )
}

type Props = { readonly rule: WatchedRule }

function RuleFacts({ rule }: Props) {
  const { t, number, instant } = useWords()
  const { name, state, companyId, companyName, eventType, failingSince, lastRun } = rule
  return (
    <Facts
      facts={[
        [t('automation.name'), name],
        [t('lists.column.state'), t(`automations.rules.state.${state}`)],
        [t('automation.failingSince'), failingSince && instant(failingSince)],
        [
          t('lists.column.company'),
          <>
            {companyName}
            <RecordId id={companyId} />
          </>,
        ],
        [t('automations.rules.when'), eventType],
        [t('automation.limit'), t('automation.perMinute', { runs: rule.runsPerMinute })],
        [t('lists.column.held'), number(rule.held)],
        [t('automations.rules.deadLetters'), number(rule.deadLetters)],
        [
          t('automations.rules.lastRun'),
          lastRun && (
            <>
              {t(`automations.run.${lastRun.state}`)}
              <RecordId id={lastRun.id} />
            </>
          ),
        ],
        [t('automation.draft'), rule.hasDraft && t('automations.rules.hasDraft')],
        [t('automation.changed'), instant(rule.updatedAt)],
      ]}
    />
  )
}

function RuleActions({ rule }: Props) {
  const { t } = useWords()
  const { id, name, state, held } = rule
  const isActive = state === 'ACTIVE'
  if (state === 'DRAFT' && held === 0) return null
  return (
    <Actions>
      {state !== 'DRAFT' && (
        <Action
          ask={t(isActive ? 'automation.pause' : 'automation.resume')}
          label={t(isActive ? 'automation.pauseOf' : 'automation.resumeOf', { name })}
          act={t(isActive ? 'automation.pauseNow' : 'automation.resumeNow')}
          effect={t(isActive ? 'automation.pauseEffect' : 'automation.resumeEffect')}
          fields={[
            {
              name: 'note',
              label: 'records.actions.reason',
              missing: 'automation.sayWhy',
              maxLength: 500,
            },
          ]}
          run={({ note = '' }) => setAutomationState(id, isActive ? 'PAUSED' : 'ACTIVE', note)}
        />
      )}
      {held > 0 && (
        <Action
          ask={t('automations.rules.release')}
          label={t('automations.rules.releaseOf', { id })}
          act={t('automation.releaseNow', { held })}
          effect={t('automations.rules.releaseHint')}
          run={() => releaseRunsOf(id)}
        />
      )}
    </Actions>
  )
}

function Definition({ rule: { condition, actions } }: Props) {
  const { t, find } = useWords()
  return (
    <Section title={t('automation.definition')}>
      <Facts
        facts={[
          [
            t('run.conditions.title'),
            condition === '' ? t('automation.always') : <code key="condition">{condition}</code>,
          ],
          [
            t('automation.actions'),
            <ol key="actions">
              {actions.map(({ type, host }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ids, and keep their order.
                <li key={at}>
                  {find(`automation.action.${type}`) ?? type}
                  {host !== undefined && <span className={lists.quiet}> {host}</span>}
                </li>
              ))}
            </ol>,
          ],
        ]}
      />
    </Section>
  )
}

const columns = [
  { title: 'lists.column.run' },
  { title: 'lists.column.state' },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.lastError' },
] as const satisfies readonly Column[]

function Runs({ rule: { id, companyId } }: Props) {
  const { t, number } = useWords()
  const now = useNow()
  const [state, setState] = useChoice('runs')
  return (
    <List
      id="runs"
      title="automation.runs"
      queryKey={['runs-of', id, state ?? '']}
      read={(cursor, signal) => listRunsOf(companyId, id, { state, cursor }, signal)}
      columns={columns}
      row={(run) => (
        <tr key={run.id}>
          <th scope="row">
            {run.eventType}
            <RecordId id={run.id} />
          </th>
          <td>{t(`automations.run.${run.state}`)}</td>
          <td className={card.number}>{number(run.attempts)}</td>
          <td className={card.number}>
            <Since at={run.createdAt} now={now} />
          </td>
          <td className={lists.words}>{run.lastError ?? run.reason ?? ''}</td>
        </tr>
      )}
      none={state === undefined ? 'automation.noRuns' : 'automations.runs.noneInState'}
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
