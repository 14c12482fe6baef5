import { type ReactNode, useState } from 'react'
import { type Outcome, reviewDeadLetter } from '../api.ts'
import type { AutomationRun } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import card from '../components/card.module.css'
import type { Values } from '../components/form.tsx'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { Results } from '../components/results.ts'
import { RouteList } from '../components/route-list.tsx'
import { Since } from '../components/since.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/automations/dead-letters')

/** Runs that were given up, until an operator decides about each, or about several at once. */
export function DeadLetters({ now }: { readonly now: number }) {
  const { t } = useWords()
  const choice = useChosen(list, { as: 'dead-letters', filter: 'outcome' })
  const [ticked, setTicked] = useState<readonly string[]>([])
  const tick = (id: string, isTicked: boolean) =>
    setTicked((ids) => (isTicked ? [...ids, id] : ids.filter((each) => each !== id)))
  const [result, setResult] = useState<ReactNode>()
  return (
    <div>
      <RouteList
        list={list}
        id="dead-letters"
        title="automations.deadLetters.title"
        choice={choice}
        names={{ outcome: 'automations.deadLetters.reviewed' }}
        cells={{
          id: (run) => <Letter run={run} isTicked={ticked.includes(run.id)} onTick={tick} />,
          lastError: ({ lastError, reason }) => lastError ?? reason ?? t('lists.noError'),
          createdAt: ({ finishedAt, createdAt }) => (
            <Since at={finishedAt ?? createdAt} now={now} />
          ),
        }}
        without={['eventType']}
        action={(run) => <Decisions run={run} now={now} />}
        none="automations.deadLetters.none"
      />
      <Results value={setResult}>
        {ticked.length > 0 && (
          <div className={styles.more}>
            <Review
              key={ticked.join()}
              ask={t('automations.deadLetters.decideChosen', { count: ticked.length })}
              ids={ticked}
              onDone={() => setTicked([])}
            />
          </div>
        )}
      </Results>
      <p className={styles.quiet} role="status">
        {result}
      </p>
    </div>
  )
}

const isOpen = ({ outcome }: AutomationRun) => outcome?.outcome !== 'handled_manually'

type LetterProps = {
  readonly run: AutomationRun
  readonly isTicked: boolean
  readonly onTick: (id: string, isTicked: boolean) => void
}

function Letter({ run, isTicked, onTick }: LetterProps) {
  const { t } = useWords()
  const { id, eventType } = run
  return (
    <>
      <span className={card.state}>
        {isOpen(run) && (
          <input
            type="checkbox"
            aria-label={t('automations.deadLetters.choose', { id })}
            checked={isTicked}
            onChange={({ currentTarget: { checked } }) => onTick(id, checked)}
          />
        )}
        {eventType}
      </span>
      <RecordId id={id} />
    </>
  )
}

type DecisionsProps = { readonly run: AutomationRun; readonly now: number }

function Decisions({ run, now }: DecisionsProps) {
  const { t } = useWords()
  const { id, decisions = [] } = run
  return (
    <>
      {decisions.map((decision) => (
        <Decided key={decision.at} decision={decision} now={now} />
      ))}
      {isOpen(run) && (
        <Review ask={t('lists.decide')} label={t('lists.decideOn', { id })} ids={[id]} />
      )}
    </>
  )
}

type DecidedProps = {
  readonly decision: NonNullable<AutomationRun['decisions']>[number]
  readonly now: number
}

function Decided({ decision: { outcome, by, at, note }, now }: DecidedProps) {
  const { rich } = useWords()
  const age = <Since at={at} now={now} />
  const decision = rich(`automations.deadLetters.decision.${outcome}`, { person: by, age })
  return (
    <p>
      {note === undefined ? decision : rich('automations.deadLetters.withNote', { decision, note })}
    </p>
  )
}

const outcomes = ['replayed', 'handled_manually', 'intentionally_deferred'] as const

function outcomeIn({ outcome }: Values): Outcome {
  return outcomes.find((each) => each === outcome) ?? 'replayed'
}

type ReviewProps = {
  readonly ask: string
  readonly label?: string
  readonly ids: readonly string[]
  readonly onDone?: () => void
}

function Review({ ids, ...action }: ReviewProps) {
  const { t } = useWords()
  return (
    <Action
      {...action}
      act={t('automations.deadLetters.record')}
      fields={[
        {
          name: 'outcome',
          label: 'lists.decision',
          shown: 'one',
          choices: outcomes.map((value) => ({
            value,
            label: t(`automations.deadLetters.outcome.${value}`),
          })),
        },
        { name: 'note', label: 'automations.deadLetters.note', maxLength: 1_000 },
      ]}
      run={(values) => reviewEach(ids, outcomeIn(values), values.note ?? '')}
      done={({ done, failed }, values) =>
        ids.length === 1
          ? t(`automations.deadLetters.recorded.${outcomeIn(values)}`)
          : t('automations.deadLetters.decided', { done, failed })
      }
    />
  )
}

/** One after the other: a refusal of one does not stop the others. Alone, a refusal is shown as it is. */
async function reviewEach(ids: readonly string[], outcome: Outcome, note: string) {
  let failed = 0
  for (const id of ids) {
    try {
      await reviewDeadLetter(id, outcome, note)
    } catch (error) {
      if (ids.length === 1) throw error
      failed += 1
    }
  }
  return { done: ids.length - failed, failed }
}
