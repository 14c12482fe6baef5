import { type Outcome, reviewDeadLetter } from '../../api.ts'
import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import styles from '../../components/record.module.css'
import { OwnedRecord } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { RecordName } from '../record-name.tsx'
import type { RecordOwner } from '../records-api.ts'
import { Timeline } from '../timeline.tsx'
import { getRun, type RunOfCompany } from './runs-api.ts'

/** One run of an automation: what its condition found, what it did, and the decisions on it. */
export function RunPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <OwnedRecord
      recordId={recordId}
      title={t('run.title', { id: recordId })}
      read={({ companyId }, signal) => getRun(companyId, recordId, signal)}
    >
      {(run, owner) => (
        <>
          <RunFacts run={run} owner={owner} />
          {run.state === 'DEAD_LETTERED' && run.outcome?.outcome !== 'handled_manually' && (
            <Review run={run} />
          )}
          <Conditions run={run} />
          <Steps run={run} />
          <History run={run} />
        </>
      )}
    </OwnedRecord>
  )
}

type FactsProps = { readonly run: RunOfCompany; readonly owner: RecordOwner }

function RunFacts({ run, owner }: FactsProps) {
  const { t, number, instant } = useWords()
  const { state, reason, lastError, eventType, eventId, attempts, nextAttemptAt } = run
  return (
    <Facts
      facts={[
        [t('lists.column.state'), t(`automations.run.${state}`)],
        [t('run.reason'), reason],
        [t('lists.column.lastError'), lastError],
        [
          t('lists.column.company'),
          <>
            {owner.companyName}
            <RecordId id={owner.companyId} />
          </>,
        ],
        [t('automations.rules.automation'), <RecordName key="automation" id={run.automationId} />],
        [
          t('delivery.event'),
          <>
            {eventType}
            <RecordId id={eventId} />
          </>,
        ],
        [t('lists.column.attempts'), number(attempts)],
        [t('delivery.nextAttempt'), nextAttemptAt && instant(nextAttemptAt)],
        [t('run.chain'), run.depth > 1 && run.path.map((id) => <RecordName key={id} id={id} />)],
      ]}
    />
  )
}

const outcomes: readonly Outcome[] = ['replayed', 'handled_manually', 'intentionally_deferred']

function Review({ run: { id } }: { readonly run: RunOfCompany }) {
  const { t } = useWords()
  return (
    <Actions>
      <Action
        ask={t('lists.decide')}
        label={t('lists.decideOn', { id })}
        act={t('automations.deadLetters.record')}
        fields={[
          {
            name: 'outcome',
            label: 'lists.decision',
            choices: outcomes.map((value) => ({
              value,
              label: t(`automations.deadLetters.outcome.${value}`),
            })),
          },
          { name: 'note', label: 'automations.deadLetters.note', maxLength: 1_000 },
        ]}
        run={({ outcome = 'replayed', note = '' }) =>
          reviewDeadLetter(id, outcome as Outcome, note)
        }
      />
    </Actions>
  )
}

const conditionColumns = [
  { title: 'run.conditions.part' },
  { title: 'run.conditions.result' },
] as const satisfies readonly Column[]

function Conditions({ run: { trace } }: { readonly run: RunOfCompany }) {
  if (!trace) return null
  return (
    <ListView
      title="run.conditions.title"
      items={trace}
      columns={conditionColumns}
      row={(part) => (
        <tr key={part.expression}>
          <th scope="row">
            <code>{part.expression}</code>
          </th>
          <td>{part.error ?? JSON.stringify(part.value)}</td>
        </tr>
      )}
      none="run.conditions.none"
    />
  )
}

const stepColumns = [
  { title: 'run.steps.action' },
  { title: 'run.steps.doneAt' },
  { title: 'run.steps.result' },
] as const satisfies readonly Column[]

function Steps({ run: { steps } }: { readonly run: RunOfCompany }) {
  const { number, instant } = useWords()
  return (
    <ListView
      title="run.steps.title"
      items={steps}
      columns={stepColumns}
      row={({ stepId, output, doneAt }) => (
        <tr key={stepId}>
          <th scope="row">{number(stepId)}</th>
          <td>{instant(doneAt)}</td>
          <td>
            <pre className={styles.text}>{JSON.stringify(output, null, 2)}</pre>
          </td>
        </tr>
      )}
      none="run.steps.none"
    />
  )
}

function History({ run }: { readonly run: RunOfCompany }) {
  const { t } = useWords()
  const { createdAt, finishedAt, state, decisions = [] } = run
  return (
    <Timeline
      entries={[
        { at: createdAt, text: t('run.timeline.created') },
        ...(finishedAt ? [{ at: finishedAt, text: t(`automations.run.${state}`) }] : []),
        ...decisions.map(({ outcome, by, at, note }) => ({
          at,
          by,
          text: (
            <>
              {t(`automations.deadLetters.outcome.${outcome}`)}
              {note !== undefined && <span className={lists.quiet}> {note}</span>}
            </>
          ),
        })),
      ]}
    />
  )
}
