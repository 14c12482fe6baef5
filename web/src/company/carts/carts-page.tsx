import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import card from '../../components/card.module.css'
import { QueryView } from '../../components/query-view.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { useNames } from '../use-names.ts'
import { CartRow } from './cart-row.tsx'
import styles from './carts.module.css'
import { cartsKey, createCart, type ListedCart, listCarts } from './carts-api.ts'
import { nameOfCart } from './name-of-cart.ts'
import { useCartStep } from './use-cart-step.ts'

/** The carts of a person, of which one is active, and those that colleagues share. */
export function CartsPage() {
  const { t } = useWords()
  const carts = useQuery({ queryKey: cartsKey, queryFn: ({ signal }) => listCarts(signal) })
  return (
    <Page title={t('carts.title')} headline={t('carts.title')}>
      <NewCart />
      <QueryView query={carts}>
        {(read) => (
          <>
            <ul className={`${card.card} ${styles.list}`}>
              {read
                .filter(({ right }) => right === 'OWN')
                .map((cart) => (
                  <CartRow key={cart.id} cart={cart} />
                ))}
            </ul>
            <SharedCarts carts={read.filter(({ right }) => right !== 'OWN')} />
          </>
        )}
      </QueryView>
    </Page>
  )
}

function NewCart() {
  const { t } = useWords()
  const [name, setName] = useState('')
  const creating = useCartStep(
    () => createCart(name.trim()),
    () => setName(''),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    creating.mutate()
  }
  return (
    <form className={parts.filters} onSubmit={submit}>
      <label>
        {t('carts.name')}
        <input
          required
          pattern=".*\S.*"
          maxLength={80}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
      </label>
      <Button type="submit" loading={creating.isPending}>
        {t('carts.create')}
      </Button>
      <Refusal error={creating.error} />
    </form>
  )
}

/** Their pages are written by the server. */
function SharedCarts({ carts }: { readonly carts: readonly ListedCart[] }) {
  const words = useWords()
  const { t } = words
  const { nameOf } = useNames()
  if (carts.length === 0) return null
  return (
    <Section title={t('carts.shared')}>
      <ul className={parts.box}>
        {carts.map((cart) => (
          <li key={cart.id}>
            <a href={`/account/carts/${cart.id}`}>{nameOfCart(words, cart)}</a>
            <span className={parts.hint}>
              {t('carts.of', { name: nameOf(cart.ownerId), count: cart.lineCount })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
