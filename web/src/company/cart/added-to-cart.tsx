import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../language/use-words.ts'
import styles from './cart.module.css'

type Props = {
  readonly added: number
  readonly notAdded: readonly { readonly productId: string; readonly message: string }[]
  /** What a line that was not added is called. Default: its message says enough. */
  readonly nameOf?: (productId: string) => ReactNode
}

/** What many lines became: how many are in the cart, and why the others are not. */
export function AddedToCart({ added, notAdded, nameOf }: Props) {
  const { t } = useWords()
  return (
    <div role="status" className={styles.added}>
      <p>
        {t('cart.added', { count: added })} <Link to="/cart">{t('checkoutPage.seeCart')}</Link>
      </p>
      {notAdded.map(({ productId, message }) => (
        <p key={productId} className="notice notice-bad">
          {nameOf && <strong>{nameOf(productId)}</strong>}
          {message}
        </p>
      ))}
    </div>
  )
}
