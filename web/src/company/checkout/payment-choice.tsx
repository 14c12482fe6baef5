import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import card from '../../components/card.module.css'
import { QueryView } from '../../components/query-view.tsx'
import { useWords } from '../../language/use-words.ts'
import type { Cart, PaymentMethod } from '../api.ts'
import styles from './checkout.module.css'
import { listPaymentMethods } from './checkout-api.ts'

export type PaymentMethodName = PaymentMethod['method']

type Props = {
  readonly cart: Cart
  readonly chosen: PaymentMethodName | undefined
  readonly onChange: (method: PaymentMethodName) => void
}

/** How the company may pay this total now. What it may not use is shown with the reason. */
export function PaymentChoice({ cart, chosen, onChange }: Props) {
  const methods = useQuery({
    queryKey: ['payment-methods', cart.currency, cart.totals.total?.amount],
    queryFn: ({ signal }) => listPaymentMethods(cart, signal),
  })
  const best = methods.data?.find(({ accepted }) => accepted)?.method
  useEffect(() => {
    if (chosen === undefined && best !== undefined) onChange(best)
  }, [chosen, best, onChange])
  return (
    <QueryView query={methods}>
      {(listed) => (
        <div className={`${card.card} ${styles.fields}`}>
          {listed.map((method) => (
            <Choice
              key={method.method}
              method={method}
              isChosen={chosen === method.method}
              onChoose={() => onChange(method.method)}
            />
          ))}
        </div>
      )}
    </QueryView>
  )
}

type ChoiceProps = {
  readonly method: PaymentMethod
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Choice({ method: { method, accepted, terms }, isChosen, onChoose }: ChoiceProps) {
  const { t, money } = useWords()
  return (
    <label className={styles.option}>
      <input
        type="radio"
        name="method"
        disabled={!accepted}
        checked={isChosen}
        onChange={onChoose}
      />
      <span>
        <strong>{t(`checkoutPage.method.${method}`)}</strong>
        <span className={styles.hint}>
          {terms
            ? t('checkoutPage.terms', { days: terms.netDays, available: money(terms.available) })
            : !accepted && t('checkoutPage.notAccepted')}
        </span>
      </span>
    </label>
  )
}
