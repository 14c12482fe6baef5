import type { AutomationRun } from '../api-types.ts'
import card from '../components/card.module.css'
import { listOf } from '../components/list-of.ts'
import { Mark, type MarkTone } from '../components/mark.tsx'
import { RouteList } from '../components/route-list.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { useWords } from '../language/use-words.ts'

const list = listOf('/admin/automations/runs')

const tones: Partial<Readonly<Record<AutomationRun['state'], MarkTone>>> = {
  SUCCEEDED: 'good',
  RETRYING: 'warning',
  HELD: 'warning',
  REFUSED: 'warning',
  EXPIRED: 'warning',
  FAILED: 'critical',
  DEAD_LETTERED: 'critical',
}

/** The latest runs of all companies. */
export function Runs({ now }: { readonly now: number }) {
  const { t } = useWords()
  const choice = useChosen(list, { as: 'runs' })
  return (
    <RouteList
      list={list}
      id="runs"
      title="automations.runs.title"
      choice={choice}
      now={now}
      ages={['createdAt']}
      names={{ state: 'automations.run' }}
      cells={{
        state: ({ state }) => (
          <span className={card.state}>
            <Mark tone={tones[state] ?? 'info'} />
            {t(`automations.run.${state}`)}
          </span>
        ),
        reason: ({ lastError, reason }) => lastError ?? reason,
      }}
      none="automations.runs.none"
      isNoneGood={false}
    />
  )
}
