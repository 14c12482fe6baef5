import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import parts from '../parts.module.css'
import { useNames } from '../use-names.ts'
import type { Approval, ApprovalStep } from './approval-api.ts'
import styles from './approvals.module.css'
import { StepApprovers } from './step-approvers.tsx'

/** The rules that ask for approval, who decides in each, and who has. */
export function ApprovalSteps({ approval }: { readonly approval: Approval }) {
  const { t } = useWords()
  const { steps, state, step: current, escalated } = approval
  return (
    <Section title={t('approvals.rules')}>
      <ol className={`${parts.box} ${styles.items}`}>
        {steps.map((step, at) => (
          <StepRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
            key={at}
            step={step}
            isCurrent={state === 'PENDING' && at + 1 === current}
          />
        ))}
      </ol>
      {escalated && state === 'PENDING' && <p>{t('approvals.escalated')}</p>}
    </Section>
  )
}

type RowProps = { readonly step: ApprovalStep; readonly isCurrent: boolean }

function StepRow({ step, isCurrent }: RowProps) {
  const { t, instant } = useWords()
  const { nameOf } = useNames()
  const { rule, votes, addedBy } = step
  return (
    <li {...(isCurrent && { 'aria-current': 'step' as const })}>
      <p>
        <strong>{rule}</strong>
        {isCurrent && <span> ({t('approvals.current')})</span>}
      </p>
      <p>
        <StepApprovers step={step} />
        {addedBy !== undefined && ` ${t('approvals.addedBy', { name: nameOf(addedBy) })}`}
      </p>
      {votes.map(({ personId, votedBy, votedAt, note, keptFrom }) => {
        const said = { name: nameOf(personId), time: instant(votedAt) }
        return (
          <p key={personId}>
            {votedBy === undefined
              ? t('approvals.voted', said)
              : t('approvals.votedFor', { ...said, deputy: nameOf(votedBy) })}{' '}
            {note} {keptFrom !== undefined && t('approvals.kept')}
          </p>
        )
      })}
    </li>
  )
}
