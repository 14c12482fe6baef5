import { Button } from '@mantine/core'
import { newIdempotencyKey } from '@purveyor/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import card from '../../components/card.module.css'
import { QueryView } from '../../components/query-view.tsx'
import { Section } from '../../components/section.tsx'
import type { Money } from '../../language/formats.ts'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import { type BookedAddress, type Cart, isRefusal } from '../api.ts'
import { CartTotals } from '../cart/cart-totals.tsx'
import { EmptyCart } from '../cart/empty-cart.tsx'
import { cartKey, useCart } from '../cart/use-cart.ts'
import {
  AddressChoice,
  type AddressEntry,
  addressOf,
  firstEntry,
  isWhole,
} from './address-choice.tsx'
import styles from './checkout.module.css'
import { buy, changedTotalIn, hasCartChanged } from './checkout-api.ts'
import { OrderEffects } from './order-effects.tsx'
import { noReferences, OrderReferences, writtenIn } from './order-references.tsx'
import { PaymentChoice, type PaymentMethodName } from './payment-choice.tsx'
import { ShippingChoice } from './shipping-choice.tsx'
import { useAddresses } from './use-addresses.ts'
import { useValidatedOrder } from './use-validated-order.ts'

/** Where the goods go, how they are paid, and what the order says. */
export function CheckoutPage() {
  const { t } = useWords()
  const cart = useCart()
  const addresses = useAddresses(cart.data?.unitId, cart.data !== undefined)
  return (
    <Page title={t('checkoutPage.title')} headline={t('checkoutPage.title')}>
      <QueryView query={cart}>
        {(read) =>
          read.items.length === 0 ? (
            <EmptyCart />
          ) : (
            <QueryView query={addresses}>
              {(booked) => <CheckoutForm cart={read} addresses={booked} />}
            </QueryView>
          )
        }
      </QueryView>
    </Page>
  )
}

type FormProps = { readonly cart: Cart; readonly addresses: readonly BookedAddress[] }

function CheckoutForm({ cart, addresses }: FormProps) {
  const { t, money } = useWords()
  const [entry, setEntry] = useState<AddressEntry>(() => firstEntry(addresses, cart.country))
  const [method, setMethod] = useState<PaymentMethodName>()
  const [shipping, setShipping] = useState<Readonly<Record<string, string>>>({})
  const [references, setReferences] = useState(noReferences)
  const buying = useBuying()
  const shipTo = addressOf(entry, addresses)
  const terms = method && { cart, shipTo, method, shipping, references: writtenIn(references) }
  const validated = useValidatedOrder(
    cart.problems.length === 0 && isWhole(shipTo) && !buying.isBusy ? terms : undefined,
  )
  const totals = validated.data?.totals ?? cart.totals
  const total = buying.changedTotal ?? totals.total
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (terms) buying.start({ ...terms, total })
  }
  return (
    <form className={styles.checkout} onSubmit={submit}>
      <div className={styles.parts}>
        <Section title={t('checkoutPage.shipTo')}>
          <AddressChoice entry={entry} addresses={addresses} onChange={setEntry} />
        </Section>
        <ShippingChoice cart={cart} chosen={shipping} onChange={setShipping} />
        <Section title={t('checkoutPage.payment')}>
          <PaymentChoice cart={cart} chosen={method} onChange={setMethod} />
        </Section>
        <OrderReferences cart={cart} references={references} onChange={setReferences} />
        <OrderEffects validated={validated} />
      </div>
      <aside className={`${card.card} ${styles.summary}`} aria-label={t('cart.summary')}>
        <Lines cart={cart} />
        <CartTotals totals={totals} />
        {!validated.data && <p className={styles.hint}>{t('checkoutPage.taxOfAddress')}</p>}
        <Button
          type="submit"
          disabled={method === undefined || cart.problems.length > 0}
          loading={buying.isBusy}
        >
          {total === null
            ? t('checkoutPage.buy')
            : t('checkoutPage.buyFor', { total: money(total) })}
        </Button>
        {buying.changedTotal ? (
          <p className="notice" role="alert">
            {t('checkoutPage.totalChanged', { total: money(buying.changedTotal) })}
          </p>
        ) : (
          <Refusal error={buying.error} />
        )}
        {hasCartChanged(buying.error) && <Link to="/cart">{t('checkoutPage.seeCart')}</Link>}
      </aside>
    </form>
  )
}

function Lines({ cart }: { readonly cart: Cart }) {
  const { t, money } = useWords()
  return (
    <ul className={styles.lines}>
      {cart.items.map(({ id, product, quantity, lineTotal }) => (
        <li key={id}>
          <span>{t('checkoutPage.line', { quantity: String(quantity), name: product.name })}</span>
          <span>{lineTotal === null ? '–' : money(lineTotal)}</span>
        </li>
      ))}
    </ul>
  )
}

/** A press that is repeated after a lost answer buys once: the key stays until the service has refused. */
function useBuying() {
  const queries = useQueryClient()
  const [key, setKey] = useState(newIdempotencyKey)
  const [changedTotal, setChangedTotal] = useState<Money>()
  const buying = useMutation({
    mutationFn: (purchase: Omit<Parameters<typeof buy>[0], 'key'>) => buy({ ...purchase, key }),
    onSuccess: (next) => window.location.assign(next),
    onError: (error) => {
      if (isRefusal(error)) setKey(newIdempotencyKey())
      setChangedTotal(changedTotalIn(error) ?? changedTotal)
      void queries.invalidateQueries({ queryKey: cartKey })
    },
  })
  return {
    start: buying.mutate,
    error: buying.error,
    /** What the person orders for with the next press. */
    changedTotal,
    isBusy: buying.isPending || buying.isSuccess,
  }
}
