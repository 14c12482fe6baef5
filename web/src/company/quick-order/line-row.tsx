import { useWords } from '../../language/use-words.ts'
import { ArticleNumbers } from '../product/article-numbers.tsx'
import { titleOfProduct } from '../product/title-of-product.ts'
import styles from './quick-order.module.css'
import type { MatchedLine, TakenLine } from './quick-order-api.ts'

type Props = {
  readonly line: MatchedLine
  readonly taken: TakenLine | undefined
  readonly onTake: (product: TakenLine | undefined) => void
}

type Choice = NonNullable<MatchedLine['product']> & { readonly quantity: number }

/** A pasted line: its product, the products it may mean, or what is wrong with it. */
export function LineRow({ line, taken, onTake }: Props) {
  const { t, number } = useWords()
  const choices = choicesOf(line)
  return (
    <li className={styles.line}>
      <p className={styles.typed}>
        {t('quickOrder.typed', { line: number(line.line), partNumber: line.partNumber })}
      </p>
      {line.problem !== undefined && (
        <p className="notice notice-bad">{t(`quickOrder.problem.${line.problem}`)}</p>
      )}
      {line.status !== 'matched' && line.problem === undefined && (
        <p className={styles.hint}>
          {t(choices.length > 0 ? `quickOrder.status.${line.status}` : 'quickOrder.nothing')}
        </p>
      )}
      {choices.map((choice) => (
        <ChoiceRow
          key={`${choice.id} ${choice.quantity}`}
          choice={choice}
          isTaken={taken?.productId === choice.id && taken.quantity === choice.quantity}
          onToggle={(isTaken) =>
            onTake(isTaken ? { productId: choice.id, quantity: choice.quantity } : undefined)
          }
        />
      ))}
    </li>
  )
}

type ChoiceProps = {
  readonly choice: Choice
  readonly isTaken: boolean
  readonly onToggle: (isTaken: boolean) => void
}

function ChoiceRow({ choice, isTaken, onToggle }: ChoiceProps) {
  const { t, money, number } = useWords()
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={isTaken}
        onChange={({ currentTarget: { checked } }) => onToggle(checked)}
      />
      <span>
        {t('checkoutPage.line', {
          quantity: number(choice.quantity),
          name: titleOfProduct(choice),
        })}
        <span className={styles.hint}>
          <ArticleNumbers product={choice} />
        </span>
      </span>
      <span>{money(choice.price.atQuantity.total)}</span>
    </label>
  )
}

function choicesOf({ product, nearest, candidates = [], quantity }: MatchedLine): Choice[] {
  const one = product ?? nearest
  return one ? [{ ...one, quantity }] : candidates
}
