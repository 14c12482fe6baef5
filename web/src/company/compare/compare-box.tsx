import { useWords } from '../../language/use-words.ts'
import styles from './compare.module.css'
import { comparedMax, toggleCompared, useCompared } from './compared.ts'

type Props = { readonly productId: string; readonly name: string }

/** Chooses a product to compare it with others. */
export function CompareBox({ productId, name }: Props) {
  const { t } = useWords()
  const compared = useCompared()
  const isChosen = compared.includes(productId)
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-label={t('compare.chooseOf', { name })}
        checked={isChosen}
        disabled={!isChosen && compared.length >= comparedMax}
        onChange={() => toggleCompared(productId)}
      />
      {t('compare.choose')}
    </label>
  )
}
