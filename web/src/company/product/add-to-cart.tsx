import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import type { Product } from '../api.ts'
import { addItem, changeItem, itemThere, type SeenItem } from '../cart/cart-api.ts'
import { showCart } from '../cart/use-cart.ts'
import styles from './product.module.css'

type Props = { readonly product: Pick<Product, 'id' | 'name' | 'price' | 'state'> }

/** Puts a quantity into the cart. What is there already is changed only when the person says so. */
export function AddToCart({ product: { id, name, price, state } }: Props) {
  const { t, number } = useWords()
  const queries = useQueryClient()
  const inputId = useId()
  const [quantity, setQuantity] = useState(String(price.minQuantity))
  const adding = useMutation({
    mutationFn: (there?: SeenItem) =>
      there ? changeItem(there, there.quantity + Number(quantity)) : addItem(id, Number(quantity)),
    onSuccess: (cart) => showCart(queries, cart),
  })
  if (state !== 'ACTIVE') return null
  const there = itemThere(adding.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate(undefined)
  }
  return (
    <form className={styles.add} onSubmit={submit}>
      <label className="visually-hidden" htmlFor={inputId}>
        {t('catalogue.quantityOf', { name })}
      </label>
      <input
        id={inputId}
        type="number"
        className={styles.quantity}
        min={price.minQuantity}
        step={price.multiple}
        max={1_000_000}
        required
        value={quantity}
        onChange={({ currentTarget: { value } }) => {
          setQuantity(value)
          adding.reset()
        }}
      />
      <Button type="submit" size="compact-md" loading={adding.isPending}>
        {t('catalogue.add')}
      </Button>
      {adding.isSuccess && (
        <p role="status" className={styles.added}>
          <Link to="/cart">{t('catalogue.added')}</Link>
        </p>
      )}
      {there ? (
        <div role="alert" className={styles.there}>
          <p>{t('catalogue.there', { quantity: number(there.quantity) })}</p>
          <Button size="compact-sm" variant="default" onClick={() => adding.mutate(there)}>
            {t('catalogue.addMore', { quantity: number(Number(quantity)) })}
          </Button>
        </div>
      ) : (
        <Refusal error={adding.error} />
      )}
    </form>
  )
}
