import { useWords } from '../../language/use-words.ts'
import { useNames } from '../use-names.ts'
import type { ApprovalStep } from './approval-api.ts'

type Props = { readonly step: Pick<ApprovalStep, 'mode' | 'people' | 'role'> }

/** Who decides in a step, as a sentence. */
export function StepApprovers({ step: { mode, people, role } }: Props) {
  const { t, list } = useWords()
  const { nameOf } = useNames()
  if (!people) return t(`approvals.${mode}.approvers`)
  const named = [
    ...people.map(nameOf),
    ...(role === undefined ? [] : [t('approvals.everyApprover')]),
  ]
  return t(`approvals.${mode}.of`, { people: list(named) })
}
