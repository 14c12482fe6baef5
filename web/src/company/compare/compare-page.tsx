import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import card from '../../components/card.module.css'
import { EmptyState } from '../../components/empty-state.tsx'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import type { Words } from '../../language/words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import type { Product } from '../api.ts'
import { AddToCart } from '../product/add-to-cart.tsx'
import { Availability } from '../product/availability.tsx'
import { productQuery } from '../product/product-query.ts'
import { titleOfProduct } from '../product/title-of-product.ts'
import { UnitPrice } from '../product/unit-price.tsx'
import { unitName } from '../units.ts'
import styles from './compare.module.css'
import type { CompareSearch } from './compare-address.ts'

/** Products side by side: what they cost, when they come, and in what they differ. */
export function ComparePage({ asked: { id: ids = [] } }: { readonly asked: CompareSearch }) {
  const { t } = useWords()
  const found = useQueries({ queries: ids.map(productQuery) })
  const products = found.flatMap(({ data }) => data ?? [])
  const error = found.find((one) => one.isError)?.error
  return (
    <Page title={t('compare.title')} headline={t('compare.title')}>
      <Refusal error={error} />
      {ids.length === 0 && <EmptyState>{t('compare.none')}</EmptyState>}
      {products.length > 0 && <Comparison products={products} />}
      <Link to="/">{t('compare.more')}</Link>
    </Page>
  )
}

function Comparison({ products }: { readonly products: readonly Product[] }) {
  const words = useWords()
  const { t } = words
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const rows = rowsOf(words, products).filter(({ values }) => !onlyDifferences || differ(values))
  return (
    <>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={onlyDifferences}
          onChange={({ currentTarget: { checked } }) => setOnlyDifferences(checked)}
        />
        {t('compare.onlyDifferences')}
      </label>
      <div className={`${card.card} ${lists.scroll}`}>
        <table className={`${card.table} ${styles.table}`}>
          <thead>
            <tr>
              <td />
              {products.map((product) => (
                <th key={product.id} scope="col">
                  <Head product={product} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row label={t('catalogue.price')}>
              {products.map(({ id, price }) => (
                <UnitPrice key={id} price={price} />
              ))}
            </Row>
            <Row label={t('compare.availability')}>
              {products.map(({ id, availability }) => (
                <Availability key={id} availability={availability} />
              ))}
            </Row>
            {rows.map(({ label, values }) => (
              <Row key={label} label={label} isDifferent={differ(values)}>
                {values}
              </Row>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Head({ product }: { readonly product: Product }) {
  return (
    <div className={styles.head}>
      <img className={styles.picture} src={product.image.url} alt="" width={96} height={96} />
      <Link to="/products/$productId" params={{ productId: product.id }}>
        {titleOfProduct(product)}
      </Link>
      <AddToCart product={product} />
    </div>
  )
}

type RowProps = {
  readonly label: string
  readonly isDifferent?: boolean
  readonly children: readonly ReactNode[]
}

function Row({ label, isDifferent = false, children }: RowProps) {
  return (
    <tr {...(isDifferent && { 'data-different': '' })}>
      <th scope="row">{label}</th>
      {children.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value is its column.
        <td key={at}>{value}</td>
      ))}
    </tr>
  )
}

type Facts = { readonly label: string; readonly values: readonly string[] }

/** What is known of each product, in the order of the first that has it. */
function rowsOf(words: Words, products: readonly Product[]): Facts[] {
  const { t, number } = words
  const row = (label: string, factOf: (product: Product) => string | null) => ({
    label,
    values: products.map((product) => factOf(product) ?? ''),
  })
  const labels = new Set(products.flatMap(({ attributes }) => attributes.map(({ label }) => label)))
  return [
    row(t('catalogue.brand'), ({ brand }) => brand),
    row(t('catalogue.supplier'), ({ supplier }) => supplier.name),
    row(t('catalogue.sku'), ({ sku }) => sku),
    row(t('catalogue.mpn'), ({ mpn }) => mpn),
    row(t('catalogue.unit'), ({ price }) => unitName(words, price.unit)),
    row(t('catalogue.minQuantity'), ({ price }) => number(price.minQuantity)),
    ...[...labels].map((label) => row(label, (product) => attributeOf(product, label))),
  ].filter(({ values }) => values.some((value) => value !== ''))
}

function attributeOf({ attributes }: Product, label: string): string {
  return attributes
    .filter((attribute) => attribute.label === label)
    .map(({ value, unit }) => (unit ? `${value} ${unit}` : value))
    .join(', ')
}

const differ = (values: readonly string[]): boolean => new Set(values).size > 1
