import type { ChatSession } from '../api-types.ts'
import lists from '../components/lists.module.css'
import type { Money } from '../language/formats.ts'
import { useWords } from '../language/use-words.ts'
import styles from './chat.module.css'

type Props = {
  readonly matches: ChatSession['matches'][number]
  readonly name: string
  readonly chosen: string | undefined
  readonly onChoose: (productId: string) => void
  readonly priceOf: (price: Money) => string
}

/** The matches of an item: the best is chosen, and an alternative may be. */
export function ItemChoice({ matches, name, chosen, onChoose, priceOf }: Props) {
  const { t } = useWords()
  const { item, best, alternatives, state } = matches
  const products = best ? [best, ...alternatives] : []
  return (
    <fieldset className={lists.choices}>
      <legend>{name}</legend>
      {state === 'RUNNING' && <p className={lists.quiet}>{t('chat.searching')}</p>}
      {state !== 'RUNNING' && products.length === 0 && (
        <p className={lists.quiet}>{t('chat.noMatch')}</p>
      )}
      {products.map((product) => (
        <label key={product.id} className={styles.match}>
          <input
            type="radio"
            name={`item-${String(item)}`}
            checked={product.id === chosen}
            onChange={() => onChoose(product.id)}
          />
          <span>{product.name}</span>
          <span className={lists.quiet}>
            {product.brand} · {priceOf(product.price.list)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
