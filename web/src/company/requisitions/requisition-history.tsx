import card from '../../components/card.module.css'
import record from '../../components/record.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { useNames } from '../use-names.ts'
import type { Requisition } from './requisition-api.ts'

/** The states that the requisition has had, the newest first. */
export function RequisitionHistory({ requisition }: { readonly requisition: Requisition }) {
  const { t, instant } = useWords()
  const { nameOf } = useNames()
  return (
    <Section title={t('requisitions.history')}>
      <ol className={`${card.card} ${record.timeline}`}>
        {requisition.history.toReversed().map(({ state, by, comment, at }) => (
          <li key={`${at} ${state}`}>
            <time dateTime={at}>{instant(at)}</time>
            <span>
              {t('requisitionPage.step', {
                state: t(`requisitions.state.${state}`),
                by: by === undefined ? t('requisitions.service') : nameOf(by),
              })}
              {comment !== undefined && `: ${comment}`}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
