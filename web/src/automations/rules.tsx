import { releaseRuns } from '../api.ts'
import type { WatchedAutomation } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import card from '../components/card.module.css'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { Mark, type MarkTone } from '../components/mark.tsx'
import { RouteList } from '../components/route-list.tsx'
import { Since } from '../components/since.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/admin/automations/rules')

/** The automations of all companies, and the state of their runs. */
export function Rules({ now }: { readonly now: number }) {
  const choice = useChosen(list, { as: 'automations' })
  return (
    <RouteList
      list={list}
      id="automations"
      title="automations.rules.title"
      choice={choice}
      names={{ state: 'automations.rules.state' }}
      cells={{
        id: ({ id, name }) => (
          <>
            {name}
            <RecordId id={id} />
          </>
        ),
        state: (rule) => <State rule={rule} now={now} />,
        held: (rule) => <Held rule={rule} />,
      }}
      without={['name']}
      extra={{
        title: 'automations.rules.lastRun',
        cell: ({ lastRun }) => <LastRun run={lastRun} now={now} />,
      }}
      none="automations.rules.none"
      isNoneGood={false}
    />
  )
}

type StateProps = { readonly rule: WatchedAutomation; readonly now: number }

function State({ rule, now }: StateProps) {
  const { t, rich } = useWords()
  const { state, failingSince, hasDraft, held, deadLetters } = rule
  const tone: MarkTone =
    held + deadLetters > 0 || failingSince ? 'warning' : state === 'ACTIVE' ? 'good' : 'info'
  return (
    <>
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
    </>
  )
}

function Held({ rule: { id, held } }: Pick<StateProps, 'rule'>) {
  const { t, number } = useWords()
  if (held === 0) return number(held)
  return (
    <>
      {number(held)}
      <div className={styles.buttons}>
        <Action
          ask={t('automations.rules.release')}
          label={t('automations.rules.releaseOf', { id })}
          act={t('automations.rules.release')}
          effect={<p className={styles.quiet}>{t('automations.rules.releaseHint')}</p>}
          run={() => releaseRuns(id)}
        />
      </div>
    </>
  )
}

type LastRunProps = { readonly run: WatchedAutomation['lastRun']; readonly now: number }

function LastRun({ run, now }: LastRunProps) {
  const { t, rich } = useWords()
  if (!run) return <span className={styles.quiet}>{t('automations.rules.noneYet')}</span>
  return rich('automations.rules.ranAgo', {
    state: t(`automations.run.${run.state}`),
    age: <Since at={run.createdAt} now={now} />,
  })
}
