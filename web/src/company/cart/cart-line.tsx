import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import type { Cart, CartItem } from '../api.ts'
import { ArticleNumbers } from '../product/article-numbers.tsx'
import { Availability } from '../product/availability.tsx'
import { unitName } from '../units.ts'
import styles from './cart.module.css'
import { changeItem, isConflict, removeItem } from './cart-api.ts'
import { LineTermsForm } from './line-terms-form.tsx'
import { cartKey, showCart } from './use-cart.ts'

type Props = {
  readonly item: CartItem
  readonly problems: Cart['problems']
  readonly isLocked: boolean
}

/** A line of the cart. What somebody else changed meanwhile is shown, and the person presses again to change it. */
export function CartLine({ item, problems, isLocked }: Props) {
  const words = useWords()
  const { t, money, number } = words
  const { product, quantity, unitPrice, lineTotal, unit, availability } = item
  const change = useChange(item)
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <Link to="/products/$productId" params={{ productId: product.id }}>
          {product.name}
        </Link>
        <p className={styles.hint}>
          <ArticleNumbers product={product} />
        </p>
        <Availability availability={availability as never} />
        <LineTermsForm item={item} isLocked={isLocked} />
      </div>
      <div className={styles.howMany}>
        <QuantityField item={item} isLocked={isLocked} onChange={change.toQuantity} />
        <span className={styles.hint}>{unit !== null && unitName(words, unit)}</span>
      </div>
      <p className={styles.sum}>
        <strong>{lineTotal === null ? '–' : money(lineTotal)}</strong>
        <span className={styles.hint}>
          {unitPrice !== null && t('cart.each', { price: money(unitPrice) })}
        </span>
      </p>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={isLocked}
        loading={change.isRemoving}
        aria-label={t('cart.removeOf', { name: product.name })}
        onClick={change.remove}
      >
        {t('cart.remove')}
      </Button>
      <div className={styles.trouble}>
        {change.wanted !== undefined && (
          <div className="notice" role="alert">
            <strong>{t('cart.changedElsewhere', { quantity: number(quantity) })}</strong>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => change.wanted !== undefined && change.toQuantity(change.wanted)}
            >
              {t('cart.setTo', { quantity: number(change.wanted) })}
            </Button>
          </div>
        )}
        <Refusal error={change.error} />
        {problems.map(({ code, message }) => (
          <p key={code} className="notice notice-bad">
            {message}
          </p>
        ))}
      </div>
    </li>
  )
}

/**
 * The changes of a line. After a conflict the cart is read again, so that the person sees what changed, and decides about their own
 * quantity once more.
 */
function useChange(item: CartItem) {
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<number>()
  const onError = (error: unknown) => {
    if (isConflict(error)) void queries.invalidateQueries({ queryKey: cartKey })
  }
  const changing = useMutation({
    mutationFn: (quantity: number) => changeItem(item, quantity),
    onMutate: () => setWanted(undefined),
    onSuccess: (cart) => showCart(queries, cart),
    onError: (error, quantity) => {
      if (isConflict(error)) setWanted(quantity)
      onError(error)
    },
  })
  const removing = useMutation({
    mutationFn: () => removeItem(item),
    onSuccess: (cart) => showCart(queries, cart),
    onError,
  })
  const shown = wanted === undefined ? changing.error : undefined
  return {
    wanted,
    toQuantity: changing.mutate,
    remove: () => removing.mutate(),
    isRemoving: removing.isPending,
    error: shown ?? removing.error,
  }
}

type QuantityFieldProps = {
  readonly item: CartItem
  readonly isLocked: boolean
  readonly onChange: (quantity: number) => void
}

/** A quantity counts when the person leaves the field, or presses Enter. */
function QuantityField({ item, isLocked, onChange }: QuantityFieldProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState(String(item.quantity))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the service says replaces what was typed, with each version.
  useEffect(() => setTyped(String(item.quantity)), [item.itemVersion])
  const send = () => {
    const quantity = Number(typed)
    if (!(quantity > 0)) setTyped(String(item.quantity))
    else if (quantity !== item.quantity) onChange(quantity)
  }
  return (
    <input
      type="number"
      className={styles.quantity}
      aria-label={t('catalogue.quantityOf', { name: item.product.name })}
      min={0.001}
      step="any"
      max={1_000_000}
      disabled={isLocked}
      value={typed}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={send}
      onKeyDown={({ key }) => key === 'Enter' && send()}
    />
  )
}
