import { Button } from '@mantine/core'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { nameOfLine } from '../orders/name-of-line.ts'
import parts from '../parts.module.css'
import {
  acceptReturn,
  type Return,
  type ReturnAcceptance,
  receiveReturn,
  refuseReturn,
  type Sale,
} from './sales-api.ts'
import { InPlace, StepForm, textIn } from './step-form.tsx'
import { useStep } from './use-step.ts'

/** What comes back: the supplier records that it is here, and decides on it. */
export function SaleReturns({ sale }: { readonly sale: Sale }) {
  const { t } = useWords()
  if (sale.returns.length === 0) return null
  return (
    <Section title={t('orderPage.returns')}>
      {sale.returns.map((returned) => (
        <SaleReturn key={returned.id} sale={sale} returned={returned} />
      ))}
    </Section>
  )
}

type Props = { readonly sale: Sale; readonly returned: Return }

function SaleReturn({ sale, returned }: Props) {
  const { t, number, instant } = useWords()
  const { number: rma, state, requestedAt, note, decisionNote } = returned
  return (
    <div className={parts.box}>
      <strong>
        {rma}: {t(`orderPage.returnState.${state}`)}
      </strong>
      <time dateTime={requestedAt}>{instant(requestedAt)}</time>
      <ul>
        {linesOf(sale, returned).map(({ lineNumber, name, quantity, reason }) => (
          <li key={lineNumber}>
            {t('checkoutPage.line', { quantity: number(quantity), name })}:{' '}
            {t(`orderPage.reason.${reason}`)}
          </li>
        ))}
      </ul>
      {note !== undefined && <p>{t('sales.buyerWrites', { note })}</p>}
      {decisionNote !== undefined && <p>{decisionNote}</p>}
      {(state === 'REQUESTED' || state === 'RECEIVED') && (
        <Decisions sale={sale} returned={returned} />
      )}
    </div>
  )
}

function linesOf({ lines }: Sale, returned: Return) {
  return returned.lines.map((line) => ({
    ...line,
    name: nameOfLine(lines, line.lineNumber),
  }))
}

function Decisions({ sale, returned }: Props) {
  const { t } = useWords()
  const receiving = useStep<void>(sale.id, (step) => receiveReturn(step, returned.id))
  return (
    <div className={parts.actions}>
      {returned.state === 'REQUESTED' && (
        <Button variant="default" loading={receiving.isPending} onClick={() => receiving.mutate()}>
          {t('sales.receive')}
        </Button>
      )}
      <InPlace ask={t('sales.acceptReturn')}>
        {(leave) => <AcceptForm sale={sale} returned={returned} onLeave={leave} />}
      </InPlace>
      <InPlace ask={t('sales.refuseReturn')}>
        {(leave) => <RefuseForm sale={sale} returned={returned} onLeave={leave} />}
      </InPlace>
      <Refusal error={receiving.error} />
    </div>
  )
}

type FormProps = Props & { readonly onLeave: () => void }

/** All pieces, or some of them: their money goes back, and the others count as delivered. */
function AcceptForm({ sale, returned, onLeave }: FormProps) {
  const { t } = useWords()
  const accepting = useStep<ReturnAcceptance>(sale.id, (step, acceptance) =>
    acceptReturn(step, returned.id, acceptance),
  )
  const submit = (form: FormData) =>
    accepting.mutate({
      lines: returned.lines
        .map(({ lineNumber }) => ({
          lineNumber,
          quantity: Number(textIn(form, `line ${lineNumber}`)),
        }))
        .filter(({ quantity }) => quantity > 0),
      restock: form.has('restock'),
      note: textIn(form, 'note'),
    })
  return (
    <StepForm
      act={t('sales.acceptReturn')}
      isPending={accepting.isPending}
      error={accepting.error}
      onSubmit={submit}
      onLeave={onLeave}
    >
      <p>{t('sales.acceptEffect')}</p>
      {linesOf(sale, returned).map(({ lineNumber, name, quantity }) => (
        <label key={lineNumber}>
          {t('sales.acceptedOf', { name })}
          <input
            name={`line ${lineNumber}`}
            type="number"
            min={0}
            max={quantity}
            step="any"
            defaultValue={quantity}
          />
        </label>
      ))}
      <label className={parts.check}>
        <input type="checkbox" name="restock" />
        {t('sales.restock')}
      </label>
      <label>
        {t('sales.noteToBuyer')}
        <input name="note" maxLength={1_000} />
      </label>
    </StepForm>
  )
}

function RefuseForm({ sale, returned, onLeave }: FormProps) {
  const { t } = useWords()
  const refusing = useStep<string>(sale.id, (step, reason) =>
    refuseReturn(step, returned.id, reason),
  )
  return (
    <StepForm
      act={t('sales.refuseReturn')}
      isGrave
      isPending={refusing.isPending}
      error={refusing.error}
      onSubmit={(form) => refusing.mutate(textIn(form, 'reason'))}
      onLeave={onLeave}
    >
      <label>
        {t('orderPage.reason')}
        <input name="reason" required maxLength={1_000} />
      </label>
    </StepForm>
  )
}
