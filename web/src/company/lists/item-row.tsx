import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { ArticleNumbers } from '../product/article-numbers.tsx'
import { titleOfProduct } from '../product/title-of-product.ts'
import { unitName } from '../units.ts'
import {
  changeItem,
  type ItemChange,
  type ListItem,
  listKey,
  removeItem,
  type ShoppingList,
} from './list-api.ts'
import styles from './lists.module.css'

type Props = {
  readonly list: ShoppingList
  readonly item: ListItem
  readonly isChosen: boolean
  readonly mayChange: boolean
  readonly onToggle: () => void
}

/** An item: chosen for the cart or not, and for those who may, its quantity, its note and its place. */
export function ItemRow({ list, item, isChosen, mayChange, onToggle }: Props) {
  const words = useWords()
  const { t, number, money } = words
  const { product, quantity, unit, note } = item
  const name = product ? titleOfProduct(product) : t('shoppingLists.notSold')
  return (
    <li className={styles.item}>
      <input
        type="checkbox"
        aria-label={t('shoppingLists.choose', { name })}
        checked={isChosen && product !== undefined}
        disabled={!product}
        onChange={onToggle}
      />
      <div className={styles.about}>
        {product ? (
          <>
            <Link to="/products/$productId" params={{ productId: product.id }}>
              {name}
            </Link>
            <span className={parts.hint}>
              <ArticleNumbers product={product} />
            </span>
          </>
        ) : (
          <strong>{name}</strong>
        )}
        {!mayChange && note !== undefined && <span className={parts.hint}>{note}</span>}
      </div>
      <span className={styles.sum}>
        {product && money(product.price.atQuantity.total)}
        {!mayChange && (
          <span className={parts.hint}>
            {number(quantity)} {unit !== null && unitName(words, unit)}
          </span>
        )}
      </span>
      {mayChange && <ItemFields list={list} item={item} name={name} />}
    </li>
  )
}

type FieldsProps = Pick<Props, 'list' | 'item'> & { readonly name: string }

/** A field counts when the person leaves it. */
function ItemFields({ list, item, name }: FieldsProps) {
  const words = useWords()
  const { t } = words
  const queries = useQueryClient()
  const show = (changed: ShoppingList) => queries.setQueryData(listKey(list.id), changed)
  const readAgain = () => queries.invalidateQueries({ queryKey: listKey(list.id) })
  const changing = useMutation({
    mutationFn: (change: ItemChange) => changeItem(list.id, item.id, change),
    onSuccess: show,
    onError: readAgain,
  })
  const removing = useMutation({
    mutationFn: () => removeItem(list.id, item.id),
    onSuccess: show,
    onError: readAgain,
  })
  const { quantity, unit, note = '', position } = item
  return (
    <div className={styles.fields}>
      <input
        // What the service says replaces what was typed.
        key={`quantity ${quantity}`}
        type="number"
        aria-label={t('catalogue.quantityOf', { name })}
        min={0.001}
        max={1_000_000}
        step="any"
        defaultValue={quantity}
        onBlur={({ currentTarget: { value } }) => {
          const typed = Number(value)
          if (typed > 0 && typed !== quantity) changing.mutate({ quantity: typed })
        }}
      />
      {unit !== null && <span className={parts.hint}>{unitName(words, unit)}</span>}
      <input
        key={`note ${note}`}
        aria-label={t('shoppingLists.noteOf', { name })}
        placeholder={t('shoppingLists.note')}
        maxLength={500}
        defaultValue={note}
        onBlur={({ currentTarget: { value } }) => {
          const typed = value.trim()
          if (typed !== note) changing.mutate({ note: typed || null })
        }}
      />
      <Button
        size="compact-sm"
        variant="default"
        disabled={position === 1}
        loading={changing.isPending}
        aria-label={t('shoppingLists.upOf', { name })}
        onClick={() => changing.mutate({ position: position - 1 })}
      >
        {t('shoppingLists.up')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={removing.isPending}
        aria-label={t('cart.removeOf', { name })}
        onClick={() => removing.mutate()}
      >
        {t('cart.remove')}
      </Button>
      <Refusal error={changing.error ?? removing.error} />
    </div>
  )
}
