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

/**
 * How the company may pay this total now. What it may not use is shown with the reason: a card's authorisation ends before goods
 * arrive that wait for stock.
 */
export function PaymentChoice({ cart, chosen, onChange }: Props) {
  const methods = useQuery({
    queryKey: ['payment-methods', cart.currency, cart.totals.total?.amount],
    queryFn: ({ signal }) => listPaymentMethods(cart, signal),
  })
  const waits = cart.items.some(({ availability }) => availability.status === 'backorder')
  const listed = methods.data?.map((method) => ({
    ...method,
    accepted: method.accepted && !(waits && method.method === 'card'),
    hint: waits && method.method === 'card' ? ('waits' as const) : ('total' as const),
  }))
  const best = listed?.find(({ accepted }) => accepted)?.method
  useEffect(() => {
    if (chosen === undefined && best !== undefined) onChange(best)
  }, [chosen, best, onChange])
  return (
    <QueryView query={{ ...methods, data: listed }}>
      {(shown) => (
        <div className={`${card.card} ${styles.fields}`}>
          {shown.map((method) => (
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
  readonly method: PaymentMethod & { readonly hint: 'waits' | 'total' }
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Choice({ method: { method, accepted, terms, hint }, isChosen, onChoose }: ChoiceProps) {
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
            : !accepted && t(`checkoutPage.notAccepted.${hint}`)}
        </span>
      </span>
    </label>
  )
}
