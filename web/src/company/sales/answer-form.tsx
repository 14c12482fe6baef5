import { useWords } from '../../language/use-words.ts'
import { AnswerLine } from './answer-line.tsx'
import { answersIn } from './answers-in.ts'
import { type AnswerOrder, answerSale, type SaleLine } from './sales-api.ts'
import { StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

type Props = {
  readonly orderId: string
  /** The lines of which something is open. */
  readonly lines: readonly SaleLine[]
  readonly onLeave: () => void
}

/** An answer for each line: what the buyer does not take at once waits for its consent. */
export function AnswerForm({ orderId, lines, onLeave }: Props) {
  const { t } = useWords()
  const answering = useStep<AnswerOrder>(orderId, answerSale, onLeave)
  return (
    <StepForm
      act={t('sales.sendAnswer')}
      isPending={answering.isPending}
      error={answering.error}
      onSubmit={(form) => answering.mutate(answersIn(form, lines))}
      onLeave={onLeave}
    >
      <p>{t('sales.answerEffect')}</p>
      {lines.map((line) => (
        <AnswerLine key={line.lineNumber} line={line} />
      ))}
      <label>
        {t('sales.noteToBuyer')}
        <textarea name="note" maxLength={1_000} />
      </label>
    </StepForm>
  )
}
