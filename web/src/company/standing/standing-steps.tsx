import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { AskFirst } from '../ask-first.tsx'
import parts from '../parts.module.css'
import { retry, type StandingOrder, type Step, skip, standingKey, take } from './standing-api.ts'

/** Afterwards the standing order and its dates are read again. */
export function useStandingStep<Input>(id: string, step: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSettled: () => queries.invalidateQueries({ queryKey: standingKey(id) }),
  })
}

/** Pauses, resumes and ends it. */
export function StandingSteps({ standing: { id, state } }: { readonly standing: StandingOrder }) {
  const { t } = useWords()
  const taking = useStandingStep(id, (step: Step) => take(step, id))
  const other = state === 'PAUSED' ? 'resume' : 'pause'
  return (
    <div className={parts.action}>
      <div className={parts.actions}>
        <Button variant="default" loading={taking.isPending} onClick={() => taking.mutate(other)}>
          {t(`standing.step.${other}`)}
        </Button>
        <AskFirst
          act={t('standing.step.end')}
          effect={t('standing.endEffect')}
          isPending={taking.isPending}
          onAct={() => taking.mutate('end')}
        />
      </div>
      <Refusal error={taking.error} />
    </div>
  )
}

type DatesProps = { readonly standing: StandingOrder; readonly mayChange: boolean }

export function NextDates({ standing: { id, nextDates }, mayChange }: DatesProps) {
  const { t, day } = useWords()
  const skipping = useStandingStep(id, (date: string) => skip(id, date))
  if (nextDates.length === 0) return null
  return (
    <Section title={t('standing.nextDates')}>
      <ul className={parts.box}>
        {nextDates.map(({ date, placedOn }) => (
          <li key={date}>
            <span>
              {date === placedOn
                ? day(date)
                : t('standing.moved', { day: day(date), placedOn: day(placedOn) })}
            </span>
            {mayChange && (
              <DateButton
                act={t('standing.skip')}
                label={t('standing.skipOf', { day: day(date) })}
                isPending={skipping.isPending && skipping.variables === date}
                onAct={() => skipping.mutate(date)}
              />
            )}
          </li>
        ))}
      </ul>
      <Refusal error={skipping.error} />
    </Section>
  )
}

type ButtonProps = {
  readonly act: string
  readonly label: string
  readonly isPending: boolean
  readonly onAct: () => void
}

function DateButton({ act, label, isPending, onAct }: ButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={label}
      loading={isPending}
      onClick={onAct}
    >
      {act}
    </Button>
  )
}

type RetryProps = { readonly id: string; readonly date: string }

/** Tries a refused date at once, and not on the next working day. */
export function RetryDate({ id, date }: RetryProps) {
  const { t, day } = useWords()
  const retrying = useStandingStep(id, () => retry(id, date))
  return (
    <>
      <DateButton
        act={t('standing.retry')}
        label={t('standing.retryOf', { day: day(date) })}
        isPending={retrying.isPending}
        onAct={() => retrying.mutate(undefined)}
      />
      <Refusal error={retrying.error} />
    </>
  )
}
