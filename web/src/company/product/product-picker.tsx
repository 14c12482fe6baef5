import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import { type FoundProduct, findProducts } from '../search/search-api.ts'
import { ArticleNumbers } from './article-numbers.tsx'
import styles from './product.module.css'
import { titleOfProduct } from './title-of-product.ts'

type Props = {
  readonly label: string
  readonly words?: string
  /** The person has just opened the form with this field. */
  readonly isFocused?: boolean
  readonly onChoose: (product: FoundProduct) => void
}

/** How long a person pauses before what they typed is searched for. */
const pauseMs = 200
const choicesMax = 6

/** Finds products of the catalogue by words or numbers, for the person to choose one. */
export function ProductPicker({ label, words = '', isFocused = false, onChoose }: Props) {
  const { t, money } = useWords()
  const [typed, setTyped] = useState(words)
  const [q] = useDebouncedValue(typed.trim(), pauseMs)
  const { data, error } = useQuery({
    queryKey: ['products-to-choose', q],
    queryFn: async ({ signal }) => (await findProducts({ q }, undefined, signal)).data,
    enabled: q.length > 1,
    staleTime: 60_000,
  })
  return (
    <div className={styles.picker}>
      <label>
        {label}
        <input
          type="search"
          // biome-ignore lint/a11y/noAutofocus: the person has just opened the form.
          autoFocus={isFocused}
          maxLength={200}
          placeholder={t('catalogue.placeholder')}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </label>
      <Refusal error={error} />
      {data?.length === 0 && <p className={parts.hint}>{t('catalogue.none')}</p>}
      {data && data.length > 0 && (
        <ul className={styles.choices} aria-label={t('catalogue.suggestions')}>
          {data.slice(0, choicesMax).map((product) => (
            <li key={product.id}>
              <button type="button" className={styles.choice} onClick={() => onChoose(product)}>
                <span>
                  {titleOfProduct(product)}
                  <span className={parts.hint}>
                    <ArticleNumbers product={product} />
                  </span>
                </span>
                <span>{money(product.price.list)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
