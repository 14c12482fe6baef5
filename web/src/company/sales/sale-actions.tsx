import { Button } from '@mantine/core'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { AnswerForm } from './answer-form.tsx'
import { isUnanswered, openLines } from './open-lines.ts'
import { answerSale, confirmSale, type Sale, type SaleLine } from './sales-api.ts'
import { ShipForm } from './ship-form.tsx'
import { InPlace, StepForm, textIn } from './step-form.tsx'
import { useStep } from './use-step.ts'

type Props = { readonly sale: Sale }

/** What a supplier does with an order: confirm it whole, answer its lines, ship them, or reject what is open. */
export function SaleActions({ sale }: Props) {
  const { t } = useWords()
  const lines = openLines(sale)
  if (lines.length === 0) return null
  const inPlace = (leave: () => void) => ({ orderId: sale.id, lines, onLeave: leave })
  return (
    <div className={parts.actions}>
      {lines.some(isUnanswered) && <Confirm sale={sale} />}
      <InPlace ask={t('sales.answer')}>{(leave) => <AnswerForm {...inPlace(leave)} />}</InPlace>
      <InPlace ask={t('sales.ship')}>{(leave) => <ShipForm {...inPlace(leave)} />}</InPlace>
      <InPlace ask={t('sales.reject')}>{(leave) => <Rejection {...inPlace(leave)} />}</InPlace>
    </div>
  )
}

function Confirm({ sale: { id } }: Props) {
  const { t } = useWords()
  const confirming = useStep<void>(id, confirmSale)
  return (
    <div className={parts.action}>
      <Button loading={confirming.isPending} onClick={() => confirming.mutate()}>
        {t('sales.confirm')}
      </Button>
      <Refusal error={confirming.error} />
    </div>
  )
}

type RejectionProps = {
  readonly orderId: string
  readonly lines: readonly SaleLine[]
  readonly onLeave: () => void
}

function Rejection({ orderId, lines, onLeave }: RejectionProps) {
  const { t } = useWords()
  const rejecting = useStep<string>(orderId, (step, note) => {
    const rejected = lines.map(({ lineNumber }) => ({ lineNumber, status: 'REJECTED' as const }))
    return answerSale(step, { lines: rejected, note })
  })
  return (
    <StepForm
      act={t('sales.reject')}
      isGrave
      isPending={rejecting.isPending}
      error={rejecting.error}
      onSubmit={(form) => rejecting.mutate(textIn(form, 'reason'))}
      onLeave={onLeave}
    >
      <p>{t('sales.rejectEffect')}</p>
      <label>
        {t('orderPage.reason')}
        <input name="reason" required maxLength={1_000} />
      </label>
    </StepForm>
  )
}
