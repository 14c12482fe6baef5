import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QueryView } from '../../components/query-view.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import parts from '../parts.module.css'
import { listRuns, type Run, type StandingOrder, standingKey } from './standing-api.ts'
import { RetryDate } from './standing-steps.tsx'

type Props = { readonly standing: StandingOrder; readonly mayChange: boolean }

/** The dates that have come, and what became of each. */
export function StandingRuns({ standing: { id }, mayChange }: Props) {
  const { t } = useWords()
  const runs = useQuery({
    queryKey: [...standingKey(id), 'runs'],
    queryFn: ({ signal }) => listRuns(id, signal),
  })
  return (
    <QueryView query={runs}>
      {(read) =>
        read.length > 0 && (
          <Section title={t('standing.runs')}>
            <ul className={parts.box}>
              {read.map((run) => (
                <RunRow key={run.date} id={id} run={run} mayChange={mayChange} />
              ))}
            </ul>
          </Section>
        )
      }
    </QueryView>
  )
}

type RowProps = { readonly id: string; readonly run: Run; readonly mayChange: boolean }

function RunRow({ id, run, mayChange }: RowProps) {
  const { t, day } = useWords()
  const { date, state, reason, failure, nextTryOn, orderId, orderNumber } = run
  return (
    <li>
      <span>
        {t('requisitionPage.said', { name: day(date), value: t(`standing.run.${state}`) })}
        {reason !== undefined && (
          <span className={parts.hint}>{t(`standing.skipped.${reason}`)}</span>
        )}
        {failure && <span className={parts.hint}>{failure.message}</span>}
        {nextTryOn !== undefined && (
          <span className={parts.hint}>{t('standing.nextTry', { day: day(nextTryOn) })}</span>
        )}
      </span>
      {orderId !== undefined && (
        <Link to="/orders/$orderId" params={{ orderId }}>
          {orderNumber}
        </Link>
      )}
      {mayChange && state === 'FAILED' && <RetryDate id={id} date={date} />}
    </li>
  )
}
