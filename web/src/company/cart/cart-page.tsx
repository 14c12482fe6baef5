import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import { QueryView } from '../../components/query-view.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import type { Cart } from '../api.ts'
import { AddToList } from '../lists/add-to-list.tsx'
import { isRequester, maySource } from '../rights.ts'
import { NewStandingOrder } from '../standing/new-standing-order.tsx'
import { useMe } from '../use-me.ts'
import { AskForIt } from './ask-for-it.tsx'
import styles from './cart.module.css'
import { CartLine } from './cart-line.tsx'
import { CartTotals } from './cart-totals.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { UnitOfCart } from './unit-of-cart.tsx'
import { useCart } from './use-cart.ts'

/** The active cart. It reserves nothing: each look at it reads the prices and the stock of this moment. */
export function CartPage() {
  const { t } = useWords()
  const cart = useCart()
  return (
    <Page title={t('cart.title')} headline={t('cart.title')}>
      <QueryView query={cart}>
        {(read) =>
          read.items.length === 0 ? (
            <EmptyCart>
              <UnitOfCart cart={read} />
              <Link to="/carts">{t('cart.others')}</Link>
            </EmptyCart>
          ) : (
            <FilledCart cart={read} />
          )
        }
      </QueryView>
    </Page>
  )
}

function FilledCart({ cart }: { readonly cart: Cart }) {
  const { t } = useWords()
  const { data: me } = useMe()
  const ofCart = cart.problems.filter(({ itemId }) => itemId === undefined)
  return (
    <div className={styles.cart}>
      <div className={styles.lines}>
        {cart.lock && (
          <p className="notice">
            {t('cart.locked')}{' '}
            <Link to="/checkout/$checkoutId" params={{ checkoutId: cart.lock.checkoutId }}>
              {t('cart.lockedLink')}
            </Link>
          </p>
        )}
        {ofCart.map(({ code, message }) => (
          <p key={`${code} ${message}`} className="notice notice-bad" role="alert">
            {message}
          </p>
        ))}
        <ul className={`${card.card} ${styles.list}`}>
          {cart.items.map((item) => (
            <CartLine
              key={item.id}
              item={item}
              problems={cart.problems.filter(({ itemId }) => itemId === item.id)}
              isLocked={cart.lock !== null}
            />
          ))}
        </ul>
      </div>
      <aside className={`${card.card} ${styles.summary}`} aria-label={t('cart.summary')}>
        <UnitOfCart cart={cart} />
        <CartTotals totals={cart.totals} />
        <Next cart={cart} />
        <AddToList
          name={t('cart.title')}
          source={{
            items: cart.items.map(({ product: { id }, quantity }) => ({
              productId: id,
              quantity,
            })),
          }}
        />
        {me && maySource(me) && <NewStandingOrder cart={cart} />}
        <Link to="/carts">{t('cart.others')}</Link>
      </aside>
    </div>
  )
}

/** Requesters ask buyers of their company. Everybody else who may buy checks out. */
function Next({ cart }: { readonly cart: Cart }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { data: me } = useMe()
  if (me && isRequester(me)) return <AskForIt />
  const cannot = cart.lock !== null || cart.problems.length > 0
  return (
    <>
      <Button disabled={cannot} onClick={() => void navigate({ to: '/checkout' })}>
        {t('cart.checkOut')}
      </Button>
      <p className={styles.hint}>{t(cannot ? 'cart.solveFirst' : 'cart.reservesNothing')}</p>
    </>
  )
}
