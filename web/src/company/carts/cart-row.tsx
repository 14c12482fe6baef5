import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { AskFirst } from '../ask-first.tsx'
import parts from '../parts.module.css'
import styles from './carts.module.css'
import { activate, deleteCart, type ListedCart } from './carts-api.ts'
import { HandOverForm } from './hand-over-form.tsx'
import { nameOfCart } from './name-of-cart.ts'
import { RenameForm } from './rename-form.tsx'
import { Shares } from './shares.tsx'
import { useCartStep } from './use-cart-step.ts'

const forms = ['rename', 'share', 'handOver'] as const

/** An own cart, and what its owner does with it. The active one can be neither deleted nor handed over. */
export function CartRow({ cart }: { readonly cart: ListedCart }) {
  const words = useWords()
  const { t } = words
  const [opened, setOpened] = useState<(typeof forms)[number]>()
  const activating = useCartStep(() => activate(cart.id))
  const deleting = useCartStep(() => deleteCart(cart))
  const name = nameOfCart(words, cart)
  const leave = () => setOpened(undefined)
  const offered = forms.filter((form) => form !== 'handOver' || !cart.active)
  return (
    <li className={styles.cart}>
      <div>
        <strong>{name}</strong>
        <span className={parts.hint}>{t('carts.lines', { count: cart.lineCount })}</span>
        {cart.active && <Link to="/cart">{t('carts.active')}</Link>}
        {cart.lock && (
          <Link to="/checkout/$checkoutId" params={{ checkoutId: cart.lock.checkoutId }}>
            {t('cart.lockedLink')}
          </Link>
        )}
      </div>
      <div className={parts.actions}>
        {!cart.active && (
          <Button
            size="compact-md"
            aria-label={t('carts.activateOf', { name })}
            loading={activating.isPending}
            onClick={() => activating.mutate()}
          >
            {t('carts.activate')}
          </Button>
        )}
        {offered.map((form) => (
          <Button
            key={form}
            size="compact-md"
            variant="default"
            aria-expanded={opened === form}
            aria-label={t(`carts.formOf.${form}`, { name })}
            onClick={() => setOpened(opened === form ? undefined : form)}
          >
            {t(`carts.form.${form}`)}
          </Button>
        ))}
        {!cart.active && (
          <AskFirst
            act={t('carts.delete')}
            label={t('carts.deleteOf', { name })}
            effect={t('carts.deleteEffect')}
            isPending={deleting.isPending}
            onAct={deleting.mutate}
          />
        )}
      </div>
      {opened === 'rename' && <RenameForm cart={cart} onLeave={leave} />}
      {opened === 'share' && <Shares cart={cart} />}
      {opened === 'handOver' && <HandOverForm cart={cart} onLeave={leave} />}
      <Refusal error={activating.error ?? deleting.error} />
    </li>
  )
}
