import { type ReactNode, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { PriceRange } from './price-range.tsx'
import styles from './search.module.css'
import { countFilters, type Search, toggled } from './search-address.ts'
import type { Facets } from './search-api.ts'

type Change = (changes: { readonly [Name in keyof Search]?: Search[Name] | undefined }) => void

type Props = {
  readonly asked: Search
  readonly facets: Facets | undefined
  readonly onChange: Change
}

/** What a result can be narrowed by, with the number of products that remain. On a phone it is behind a button. */
export function FacetPanel({ asked, facets, onChange }: Props) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const filters = countFilters(asked)
  return (
    <aside
      className={styles.facets}
      aria-label={t('catalogue.filters')}
      {...(isOpen && { 'data-open': '' })}
    >
      <button
        type="button"
        className={styles.filterButton}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('catalogue.filtersCount', { count: filters })}
      </button>
      <div className={styles.facetLists}>
        {filters > 0 && (
          <button type="button" className={styles.plainButton} onClick={() => onChange(noFilters)}>
            {t('catalogue.clear')}
          </button>
        )}
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={asked.stock === '1'}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ stock: checked ? '1' : undefined })
            }
          />
          <span>{t('catalogue.onlyStock')}</span>
        </label>
        {facets && <FacetLists asked={asked} facets={facets} onChange={onChange} />}
      </div>
    </aside>
  )
}

const noFilters = {
  category: undefined,
  brand: undefined,
  supplier: undefined,
  attribute: undefined,
  minPrice: undefined,
  maxPrice: undefined,
  stock: undefined,
}

function FacetLists({ asked, facets, onChange }: Props & { readonly facets: Facets }) {
  const { t } = useWords()
  return (
    <>
      <Facet title={t('catalogue.category')}>
        {facets.category.map(({ id, path, count, selected }) => (
          <Choice
            key={id}
            name={path.at(-1) ?? id}
            count={count}
            isChosen={selected}
            onToggle={() => onChange({ category: selected ? undefined : id })}
          />
        ))}
      </Facet>
      <Facet title={t('catalogue.price')}>
        <PriceRange asked={asked} ranges={facets.price} onChange={onChange} />
      </Facet>
      <Facet title={t('catalogue.brand')}>
        {facets.brand.map(({ value, count, selected }) => (
          <Choice
            key={value}
            name={value}
            count={count}
            isChosen={selected}
            onToggle={() => onChange({ brand: toggled(asked.brand, value) })}
          />
        ))}
      </Facet>
      <Facet title={t('catalogue.supplier')}>
        {facets.supplier.map(({ id, name, count, selected }) => (
          <Choice
            key={id}
            name={name}
            count={count}
            isChosen={selected}
            onToggle={() => onChange({ supplier: toggled(asked.supplier, id) })}
          />
        ))}
      </Facet>
      {facets.attributes.map(({ label, values }) => (
        <Facet key={label} title={label}>
          {values.map(({ value, count, selected }) => (
            <Choice
              key={value}
              name={value}
              count={count}
              isChosen={selected}
              onToggle={() =>
                onChange({ attribute: toggled(asked.attribute, `${label}:${value}`) })
              }
            />
          ))}
        </Facet>
      ))}
    </>
  )
}

type FacetProps = { readonly title: string; readonly children: ReactNode }

function Facet({ title, children }: FacetProps) {
  if (Array.isArray(children) && children.length === 0) return null
  return (
    <fieldset className={styles.facet}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

type ChoiceProps = {
  readonly name: string
  readonly count: number
  readonly isChosen: boolean
  readonly onToggle: () => void
}

function Choice({ name, count, isChosen, onToggle }: ChoiceProps) {
  const { number } = useWords()
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span>{name}</span>
      <span className={styles.count}>{number(count)}</span>
    </label>
  )
}
