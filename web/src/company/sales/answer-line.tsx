import { useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import { openQuantity } from '../quantities.ts'
import { type AnswerState, answerStates, fieldOf } from './answers-in.ts'
import styles from './sales.module.css'
import type { SaleLine } from './sales-api.ts'
import { SubstituteField } from './substitute-field.tsx'

type Props = { readonly line: SaleLine }

/** What the supplier says about a line, with the fields that this needs. */
export function AnswerLine({ line }: Props) {
  const { t, number } = useWords()
  const [state, setState] = useState<AnswerState>()
  const { name } = line
  return (
    <fieldset className={styles.answer}>
      <legend>{t('checkoutPage.line', { quantity: number(openQuantity(line)), name })}</legend>
      <label>
        {t('sales.answerOf')}
        <select
          name={fieldOf('status', line)}
          aria-label={t('sales.answerTo', { name })}
          value={state ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setState(answerStates.find((known) => known === value))
          }
        >
          <option value="">{t('sales.answer.none')}</option>
          {answerStates.map((known) => (
            <option key={known} value={known}>
              {t(`sales.answer.${known}`)}
            </option>
          ))}
        </select>
      </label>
      {state === 'CHANGED' && <Changes line={line} />}
      {state !== undefined && state !== 'REJECTED' && (
        <label>
          {t(state === 'BACKORDERED' ? 'sales.day' : 'sales.dayOptional')}
          <input
            name={fieldOf('day', line)}
            type="date"
            required={state === 'BACKORDERED'}
            defaultValue={line.promisedDate ?? line.requestedDate}
          />
        </label>
      )}
      {(state === 'CHANGED' || state === 'BACKORDERED') && (
        <label>
          {t('sales.noteToBuyer')}
          <input name={fieldOf('note', line)} maxLength={1_000} />
        </label>
      )}
    </fieldset>
  )
}

/** Another quantity, price or product. A field that stays empty changes nothing. */
function Changes({ line }: Props) {
  const { t, number, decimal } = useWords()
  const { quantity, cancelledQuantity, unitPrice } = line
  const left = quantity - cancelledQuantity
  return (
    <>
      <label>
        {t('sales.quantityInAll')}
        <input
          name={fieldOf('quantity', line)}
          type="number"
          min={0.001}
          max={left}
          step="any"
          placeholder={number(left)}
        />
      </label>
      <Field label={t('sales.unitPrice', { currency: unitPrice.currency })}>
        <DecimalInput
          name={fieldOf('price', line)}
          maxLength={21}
          placeholder={decimal(unitPrice.amount)}
        />
      </Field>
      <SubstituteField line={line} />
    </>
  )
}
