import { type FormEvent, useEffect, useState } from 'react'
import { readDecimal, writeDecimal } from '../../language/typed-decimal.ts'
import { useWords } from '../../language/use-words.ts'
import styles from './search.module.css'
import type { Search } from './search-address.ts'
import type { Facets } from './search-api.ts'

type Props = {
  readonly asked: Search
  readonly ranges: Facets['price']
  readonly onChange: (changes: {
    readonly minPrice: string | undefined
    readonly maxPrice: string | undefined
  }) => void
}

/** The least and the most that one unit may cost, typed or chosen. */
export function PriceRange({ asked, ranges, onChange }: Props) {
  const { t, number, decimal, language } = useWords()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  useEffect(() => {
    setFrom(writeDecimal(asked.minPrice ?? '', language))
    setTo(writeDecimal(asked.maxPrice ?? '', language))
  }, [asked.minPrice, asked.maxPrice, language])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const priceOf = (typed: string) => readDecimal(typed, language) || undefined
    onChange({ minPrice: priceOf(from), maxPrice: priceOf(to) })
  }
  return (
    <>
      <form className={styles.range} onSubmit={submit}>
        <input
          aria-label={t('catalogue.minPrice')}
          placeholder={t('catalogue.from')}
          inputMode="decimal"
          maxLength={20}
          value={from}
          onChange={({ currentTarget: { value } }) => setFrom(value)}
        />
        <input
          aria-label={t('catalogue.maxPrice')}
          placeholder={t('catalogue.to')}
          inputMode="decimal"
          maxLength={20}
          value={to}
          onChange={({ currentTarget: { value } }) => setTo(value)}
        />
        <button type="submit" className={styles.plainButton}>
          {t('catalogue.apply')}
        </button>
      </form>
      {ranges.map(({ from: minPrice, to: next, maxPrice, count }) => (
        <button
          key={minPrice}
          type="button"
          className={styles.rangeChoice}
          onClick={() => onChange({ minPrice, maxPrice })}
        >
          <span>
            {next === undefined
              ? t('catalogue.priceFrom', { from: decimal(minPrice) })
              : t('catalogue.priceBetween', { from: decimal(minPrice), to: decimal(next) })}
          </span>
          <span className={styles.count}>{number(count)}</span>
        </button>
      ))}
    </>
  )
}
