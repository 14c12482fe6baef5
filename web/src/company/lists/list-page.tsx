import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { EmptyState } from '../../components/empty-state.tsx'
import { Facts } from '../../components/facts.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import type { Me } from '../api.ts'
import { AddedToCart } from '../cart/added-to-cart.tsx'
import { showCart } from '../cart/use-cart.ts'
import parts from '../parts.module.css'
import { isAdministrator, mayAsk } from '../rights.ts'
import { useMe } from '../use-me.ts'
import { useNames } from '../use-names.ts'
import { Loading, WholePage } from '../whole-page.tsx'
import { FillForm } from './fill-form.tsx'
import { ItemRow } from './item-row.tsx'
import { getList, listKey, putIntoCart, type ShoppingList } from './list-api.ts'
import { ListSteps } from './list-steps.tsx'
import styles from './lists.module.css'

/** A shopping list, with the prices and the stock of today. */
export function ListPage({ listId }: { readonly listId: string }) {
  const { data: me } = useMe()
  const list = useQuery({
    queryKey: listKey(listId),
    queryFn: ({ signal }) => getList(listId, signal),
  })
  return (
    <WholePage query={list}>
      {(read) => (me ? <ShownList list={read} me={me} /> : <Loading />)}
    </WholePage>
  )
}

function ShownList({ list, me }: { readonly list: ShoppingList; readonly me: Me }) {
  const { t, instant } = useWords()
  const { nameOf } = useNames()
  const isOwn = list.ownerId === me.person.id
  const mayChange = isOwn || (list.visibility !== 'PRIVATE' && isAdministrator(me))
  return (
    <Page title={list.name} headline={list.name}>
      <Facts
        facts={[
          [t('shoppingLists.owner'), nameOf(list.ownerId)],
          [t('shoppingLists.readers'), t(`shoppingLists.visibility.${list.visibility}`)],
          [t('shoppingLists.changedAt'), instant(list.changedAt)],
        ]}
      />
      {mayAsk(me) && <ListSteps list={list} mayChange={mayChange} />}
      <Section title={t('shoppingLists.items')}>
        <Items list={list} mayChange={mayChange} mayBuy={mayAsk(me)} />
      </Section>
      {mayChange && (
        <Section title={t('shoppingLists.add')}>
          <FillForm list={list} />
        </Section>
      )}
    </Page>
  )
}

type ItemsProps = {
  readonly list: ShoppingList
  readonly mayChange: boolean
  readonly mayBuy: boolean
}

/** The items, of which a person puts some or all into the cart. */
function Items({ list, mayChange, mayBuy }: ItemsProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = list.items.filter(({ id, product }) => product && !left.includes(id))
  const putting = useMutation({
    mutationFn: () =>
      putIntoCart(
        list.id,
        chosen.map(({ id }) => id),
      ),
    onSuccess: async ({ cart, missingItemIds }) => {
      showCart(queries, cart)
      if (missingItemIds.length > 0) await queries.invalidateQueries({ queryKey: listKey(list.id) })
    },
  })
  if (list.items.length === 0) return <EmptyState>{t('shoppingLists.empty')}</EmptyState>
  const toggle = (id: string) =>
    setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id])
  const nameOf = (productId: string) =>
    list.items.find((item) => item.productId === productId)?.product?.name ?? productId
  return (
    <div className={parts.action}>
      <ul className={`${card.card} ${styles.list}`}>
        {list.items.map((item) => (
          <ItemRow
            key={item.id}
            list={list}
            item={item}
            isChosen={!left.includes(item.id)}
            mayChange={mayChange}
            onToggle={() => toggle(item.id)}
          />
        ))}
      </ul>
      {mayBuy && (
        <Button
          disabled={chosen.length === 0}
          loading={putting.isPending}
          onClick={() => putting.mutate()}
        >
          {t('shoppingLists.putIntoCart', { count: chosen.length })}
        </Button>
      )}
      {putting.data && <AddedToCart {...putting.data} nameOf={nameOf} />}
      {putting.data && putting.data.missingItemIds.length > 0 && (
        <p className="notice">
          {t('shoppingLists.missing', { count: putting.data.missingItemIds.length })}
        </p>
      )}
      <Refusal error={putting.error} />
    </div>
  )
}
