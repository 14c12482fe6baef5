import card from '../../components/card.module.css'
import record from '../../components/record.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { useMembers } from '../use-members.ts'
import type { Requisition } from './requisition-api.ts'

/** The states that the requisition has had, the newest first. */
export function RequisitionHistory({ requisition }: { readonly requisition: Requisition }) {
  const { t, instant } = useWords()
  const { data: members = [] } = useMembers()
  const nameOf = (by?: string) =>
    by === undefined
      ? t('requisitions.service')
      : (members.find(({ userId }) => userId === by)?.name ?? by)
  return (
    <Section title={t('requisitions.history')}>
      <ol className={`${card.card} ${record.timeline}`}>
        {requisition.history.toReversed().map(({ state, by, comment, at }) => (
          <li key={`${at} ${state}`}>
            <time dateTime={at}>{instant(at)}</time>
            <span>
              {t('requisitionPage.step', {
                state: t(`requisitions.state.${state}`),
                by: nameOf(by),
              })}
              {comment !== undefined && `: ${comment}`}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
