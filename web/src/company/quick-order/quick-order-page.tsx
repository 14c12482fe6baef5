import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import card from '../../components/card.module.css'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import { AddedToCart } from '../cart/added-to-cart.tsx'
import { showCart } from '../cart/use-cart.ts'
import { LineRow } from './line-row.tsx'
import styles from './quick-order.module.css'
import { addItems, type MatchedLine, matchLines, type TakenLine } from './quick-order-api.ts'

/** Part numbers with quantities, pasted from a list: the service finds the products, and the person decides where it must not guess. */
export function QuickOrderPage() {
  const { t } = useWords()
  const [text, setText] = useState('')
  const matching = useMutation({ mutationFn: matchLines })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    matching.mutate(text)
  }
  return (
    <Page title={t('quickOrder.title')} headline={t('quickOrder.title')}>
      <form className={styles.paste} onSubmit={submit}>
        <label>
          {t('quickOrder.paste')}
          <textarea
            required
            maxLength={210_000}
            spellCheck={false}
            placeholder={t('quickOrder.example')}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
        </label>
        <Button type="submit" loading={matching.isPending}>
          {t('quickOrder.find')}
        </Button>
        <Refusal error={matching.error} />
      </form>
      <Link to="/chats">{t('frame.toChat')}</Link>
      {matching.data && <Found key={matching.submittedAt} lines={matching.data} />}
    </Page>
  )
}

function Found({ lines }: { readonly lines: readonly MatchedLine[] }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [taken, setTaken] = useState(() => takenAtFirst(lines))
  const adding = useMutation({
    mutationFn: addItems,
    onSuccess: ({ cart }) => cart && showCart(queries, cart),
  })
  const take = (line: number, chosen: TakenLine | undefined) =>
    setTaken((before) => {
      const { [line]: _replaced, ...others } = before
      return chosen ? { ...others, [line]: chosen } : others
    })
  const chosen = Object.values(taken)
  return (
    <section aria-label={t('quickOrder.lines')} className={styles.found}>
      <ul className={`${card.card} ${styles.list}`}>
        {lines.map((line) => (
          <LineRow
            key={line.line}
            line={line}
            taken={taken[line.line]}
            onTake={(product) => take(line.line, product)}
          />
        ))}
      </ul>
      {adding.data ? (
        <AddedToCart {...adding.data} nameOf={(productId) => nameIn(lines, productId)} />
      ) : (
        <Button
          disabled={chosen.length === 0}
          loading={adding.isPending}
          onClick={() => adding.mutate(chosen)}
        >
          {t('quickOrder.add', { count: chosen.length })}
        </Button>
      )}
      <Refusal error={adding.error} />
    </section>
  )
}

function nameIn(lines: readonly MatchedLine[], productId: string): string {
  const products = lines.flatMap(({ product, nearest, candidates = [] }) => [
    ...(product ? [product] : []),
    ...(nearest ? [nearest] : []),
    ...candidates,
  ])
  return products.find(({ id }) => id === productId)?.name ?? productId
}

/** What the service is sure of. The rest waits for the person. */
function takenAtFirst(lines: readonly MatchedLine[]): Readonly<Record<number, TakenLine>> {
  return Object.fromEntries(
    lines.flatMap(({ line, product, quantity }) =>
      product ? [[line, { productId: product.id, quantity }]] : [],
    ),
  )
}
