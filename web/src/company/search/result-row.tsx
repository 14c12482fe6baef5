import { Link } from '@tanstack/react-router'
import { CompareBox } from '../compare/compare-box.tsx'
import { AddToList } from '../lists/add-to-list.tsx'
import { sourceOf } from '../lists/list-api.ts'
import { AddToCart } from '../product/add-to-cart.tsx'
import { ArticleNumbers } from '../product/article-numbers.tsx'
import { Availability } from '../product/availability.tsx'
import { titleOfProduct } from '../product/title-of-product.ts'
import { UnitPrice } from '../product/unit-price.tsx'
import styles from './search.module.css'
import type { FoundProduct } from './search-api.ts'

type Props = {
  readonly product: FoundProduct
  readonly sponsored?: Sponsored
}

type Sponsored = {
  /** Says that it is paid for, and by whom. */
  readonly note: string
  readonly why: string
  /** Counts the click, and leads on to the product. */
  readonly clickUrl: string
}

/** A product of a result: enough to decide, and to put it into the cart. */
export function ResultRow({ product, sponsored }: Props) {
  const { id, image, attributes } = product
  const title = titleOfProduct(product)
  return (
    <article className={styles.row}>
      <img
        className={styles.picture}
        src={image.url}
        alt=""
        width={96}
        height={96}
        loading="lazy"
      />
      <div className={styles.about}>
        {sponsored && (
          <p className={styles.note} title={sponsored.why}>
            {sponsored.note}
          </p>
        )}
        <h2>
          {sponsored ? (
            <a href={sponsored.clickUrl}>{title}</a>
          ) : (
            <Link to="/products/$productId" params={{ productId: id }}>
              {title}
            </Link>
          )}
        </h2>
        <p className={styles.facts}>
          <ArticleNumbers product={product} />
        </p>
        <p className={styles.facts}>
          {attributes
            .slice(0, 4)
            .map(({ label, value, unit }) => `${label}: ${value}${unit ? ` ${unit}` : ''}`)
            .join(' · ')}
        </p>
        <Availability availability={product.availability} />
      </div>
      <div className={styles.buy}>
        <UnitPrice price={product.price} />
        <AddToCart product={product} />
        <AddToList name={title} source={sourceOf(product)} />
        <CompareBox productId={id} name={title} />
      </div>
    </article>
  )
}
