import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import { listOf } from '../../components/list-of.ts'
import lists from '../../components/lists.module.css'
import { RecordFrame } from '../../components/record.tsx'
import { RouteList } from '../../components/route-list.tsx'
import { Section } from '../../components/section.tsx'
import { useChosen } from '../../components/use-chosen.ts'
import { useNow } from '../../components/use-now.ts'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import {
  getAutomation,
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

const list = listOf('/admin/companies/{companyId}/automations/{automationId}/runs')

function Runs({ rule: { id, companyId } }: Props) {
  const choice = useChosen(list, { as: 'runs' })
  return (
    <RouteList
      list={list}
      id="runs"
      title="automation.runs"
      params={{ companyId, automationId: id }}
      choice={choice}
      now={useNow()}
      ages={['createdAt']}
      names={{ state: 'automations.run' }}
      cells={{ reason: ({ lastError, reason }) => lastError ?? reason }}
      without={['automationId']}
      none="automation.noRuns"
      isNoneGood={false}
    />
  )
}
