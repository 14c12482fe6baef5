import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import card from '../../components/card.module.css'
import lists from '../../components/lists.module.css'
import { Mark } from '../../components/mark.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { type FirstStep, firstSteps, readFirstSteps } from './first-day-api.ts'

type Props = {
  /** All is done, or the person puts the steps away. */
  readonly onOver: () => void
}

/** The steps with the pages on which they are taken. Nothing, when all are done. */
export function FirstSteps({ onOver }: Props) {
  const { t } = useWords()
  const { data: done, isPending } = useQuery({
    queryKey: ['first-steps'],
    queryFn: ({ signal }) => readFirstSteps(signal),
  })
  const isOver = done?.size === firstSteps.length
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  if (isPending) return <Skeleton height={340} />
  if (done === undefined || isOver) return null
  return (
    <Section title={t('firstDay.title', { done: done.size, all: firstSteps.length })}>
      <ol className={card.card}>
        {firstSteps.map((step) => (
          <li key={step} className={lists.off}>
            <span>
              {done.has(step) ? (
                <span className={card.state}>
                  <Mark tone="good" />
                  {t(`firstDay.step.${step}`)}
                </span>
              ) : (
                <StepLink step={step}>{t(`firstDay.step.${step}`)}</StepLink>
              )}
            </span>
            <span className={lists.quiet}>
              {t(done.has(step) ? 'firstDay.done' : `firstDay.why.${step}`)}
            </span>
          </li>
        ))}
      </ol>
      <div className={lists.more}>
        <Button variant="default" size="compact-sm" onClick={onOver}>
          {t('firstDay.putAway')}
        </Button>
      </div>
    </Section>
  )
}

type StepProps = { readonly step: FirstStep; readonly children: ReactNode }

/** Orders begin on this page, too: the shortest way to the first one is a pasted list. */
function StepLink({ step, children }: StepProps) {
  if (step === 'order') return <Link to="/quick-order">{children}</Link>
  const parts = {
    address: 'addresses',
    vatId: 'details',
    people: 'people',
    approvalRule: 'approval-rules',
  }
  return (
    <Link to="/company/$part" params={{ part: parts[step] }}>
      {children}
    </Link>
  )
}
