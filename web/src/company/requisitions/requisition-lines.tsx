import { Button } from '@mantine/core'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { EmptyState } from '../../components/empty-state.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { LineRow } from './line-row.tsx'
import type { Requisition } from './requisition-api.ts'
import styles from './requisitions.module.css'
import { SourceForm } from './source-form.tsx'

type Props = {
  readonly requisition: Requisition
  /** The person says what to order for lines in words. */
  readonly isBuying: boolean
  readonly currency: string
}

/** What is needed. A buyer sources each line in words. */
export function RequisitionLines({ requisition, isBuying, currency }: Props) {
  const { t } = useWords()
  const [sourced, setSourced] = useState<string>()
  return (
    <Section title={t('orderPage.lines')}>
      {requisition.lines.length === 0 && <EmptyState>{t('requisitions.noLines')}</EmptyState>}
      <ul className={`${card.card} ${styles.list}`}>
        {requisition.lines.map((line) => {
          const { id, state, what = '' } = line
          const mayBeSourced = isBuying && state === 'OPEN' && line.productId === undefined
          return (
            <LineRow key={id} requisition={requisition} line={line}>
              {mayBeSourced && id !== sourced && (
                <Button
                  size="compact-md"
                  variant="default"
                  aria-label={t('requisitionPage.sourceOf', { what })}
                  onClick={() => setSourced(id)}
                >
                  {t('requisitionPage.source')}
                </Button>
              )}
              {mayBeSourced && id === sourced && (
                <SourceForm
                  requisition={requisition}
                  line={line}
                  currency={currency}
                  onLeave={() => setSourced(undefined)}
                />
              )}
            </LineRow>
          )
        })}
      </ul>
    </Section>
  )
}
