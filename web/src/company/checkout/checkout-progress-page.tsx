import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { QueryView } from '../../components/query-view.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import type { Checkout } from '../api.ts'
import { cartKey } from '../cart/use-cart.ts'
import styles from './checkout.module.css'
import { cancelCheckout, readCheckout } from './checkout-api.ts'

const runningStates: ReadonlySet<string> = new Set([
  'RESERVED',
  'PAYMENT_INITIATED_CART_RECONCILING',
])

const pollMs = 1_000

/** Follows a checkout until there is an order, or until everything is released. The payment page leads back here. */
export function CheckoutProgressPage({ checkoutId }: { readonly checkoutId: string }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const checkout = useQuery({
    queryKey: ['checkout', checkoutId],
    queryFn: ({ signal }) => readCheckout(checkoutId, signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || runningStates.has(data.state) ? pollMs : false,
  })
  const state = checkout.data?.state
  useEffect(() => {
    if (state !== undefined && !runningStates.has(state)) {
      void queries.invalidateQueries({ queryKey: cartKey })
    }
  }, [state, queries])
  const headline = t(`checkoutPage.state.${state ?? 'RESERVED'}`)
  return (
    <Page title={headline} headline={headline} isLive>
      <QueryView query={checkout}>{(read) => <Progress checkout={read} />}</QueryView>
    </Page>
  )
}

function Progress({ checkout }: { readonly checkout: Checkout }) {
  const { t, instant } = useWords()
  const { state, orderId, failure, payment, reservedUntil } = checkout
  switch (state) {
    case 'COMPLETED':
      return (
        <div className={styles.progress}>
          <p>{t('checkoutPage.placed')}</p>
          {orderId !== undefined && (
            <Link to="/orders/$orderId" params={{ orderId }}>
              {t('checkoutPage.seeOrder')}
            </Link>
          )}
          <Link to="/">{t('checkoutPage.goOn')}</Link>
        </div>
      )
    case 'RESERVED':
    case 'PAYMENT_INITIATED_CART_RECONCILING':
      return (
        <div className={styles.progress}>
          <p>{t('checkoutPage.until', { until: instant(reservedUntil) })}</p>
          {payment?.redirectUrl !== undefined && (
            <a href={payment.redirectUrl}>{t('checkoutPage.payNow')}</a>
          )}
          <Cancel checkoutId={checkout.id} />
        </div>
      )
    default:
      return (
        <div className={styles.progress}>
          {failure && <p className="notice notice-bad">{failure.message}</p>}
          <p>{t('checkoutPage.released')}</p>
          <Link to="/cart">{t('checkoutPage.seeCart')}</Link>
        </div>
      )
  }
}

function Cancel({ checkoutId }: { readonly checkoutId: string }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const cancelling = useMutation({
    mutationFn: () => cancelCheckout(checkoutId),
    onSuccess: (checkout) => queries.setQueryData(['checkout', checkoutId], checkout),
  })
  return (
    <>
      <Button variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
        {t('checkoutPage.cancel')}
      </Button>
      <Refusal error={cancelling.error} />
    </>
  )
}
