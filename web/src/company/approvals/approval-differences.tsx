import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import type { Words } from '../../language/words.ts'
import parts from '../parts.module.css'
import type { Approval } from './approval-api.ts'
import styles from './approvals.module.css'

type Value = NonNullable<NonNullable<Approval['differences']>[number]['before']>

/** What changed since the version before. It comes first: an approver reads it before the whole order. */
export function ApprovalDifferences({ approval }: { readonly approval: Approval }) {
  const words = useWords()
  const { t } = words
  const { differences } = approval
  if (!differences) return null
  return (
    <Section title={t('approvals.differences')}>
      {differences.length === 0 ? (
        <p className={parts.box}>{t('approvals.noDifference')}</p>
      ) : (
        <ul className={`${parts.box} ${styles.items}`}>
          {differences.map(({ field, productId = '', name, before, after }) => (
            <li key={`${field} ${productId} ${name ?? ''}`}>
              <p>
                {name !== undefined && <strong>{name}, </strong>}
                {t(`approvals.difference.${field}`)}: <del>{valueText(words, before)}</del>{' '}
                <ins>{valueText(words, after)}</ins>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function valueText({ t, money, number }: Words, value: Value | undefined): string {
  if (value?.amount) return money(value.amount)
  if (value?.quantity !== undefined) return number(value.quantity)
  return value?.text ?? t('approvals.nothing')
}
