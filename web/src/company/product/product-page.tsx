import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Facts } from '../../components/facts.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import type { Product } from '../api.ts'
import { AddToList } from '../lists/add-to-list.tsx'
import { sourceOf } from '../lists/list-api.ts'
import { unitName } from '../units.ts'
import { WholePage } from '../whole-page.tsx'
import { AddToCart } from './add-to-cart.tsx'
import { Availability } from './availability.tsx'
import { PriceTiers } from './price-tiers.tsx'
import styles from './product.module.css'
import { productQuery } from './product-query.ts'
import { titleOfProduct } from './title-of-product.ts'
import { UnitPrice } from './unit-price.tsx'

/** All that is known of a product, and the way into the cart. */
export function ProductPage({ productId }: { readonly productId: string }) {
  const product = useQuery(productQuery(productId))
  return <WholePage query={product}>{(read) => <ShownProduct product={read} />}</WholePage>
}

function ShownProduct({ product }: { readonly product: Product }) {
  const { t } = useWords()
  const { name, image, category, description, successor } = product
  return (
    <Page title={name} headline={titleOfProduct(product)}>
      <nav aria-label={t('catalogue.category')}>
        <Link to="/" search={{ category: category.id }}>
          {category.path.join(' › ')}
        </Link>
      </nav>
      <div className={styles.product}>
        <img className={styles.large} src={`${image.url}&preset=detail`} alt={name} />
        <div className={styles.offer}>
          <UnitPrice price={product.price} />
          <Availability availability={product.availability} />
          <AddToCart product={product} />
          <AddToList name={name} source={sourceOf(product)} />
          {successor && (
            <p className="notice">
              {t('catalogue.successor')}{' '}
              <Link to="/products/$productId" params={{ productId: successor.id }}>
                {successor.name}
              </Link>
            </p>
          )}
          <PriceTiers price={product.price} />
        </div>
      </div>
      <Section title={t('catalogue.details')}>
        <Details product={product} />
      </Section>
      {description !== '' && (
        <Section title={t('catalogue.description')}>
          <p className={styles.description}>{description}</p>
        </Section>
      )}
      <Related product={product} />
    </Page>
  )
}

function Details({ product }: { readonly product: Product }) {
  const words = useWords()
  const { t, number, list } = words
  const { sku, mpn, gtins, supplier, price, attributes, shipTo, harmonizedCode } = product
  return (
    <Facts
      facts={[
        [t('catalogue.sku'), sku],
        [t('catalogue.mpn'), mpn],
        [t('catalogue.gtin'), list(gtins)],
        [t('catalogue.supplier'), supplier.name],
        [t('catalogue.unit'), unitName(words, price.unit)],
        [t('catalogue.contents'), price.contents !== undefined && number(price.contents)],
        [t('catalogue.minQuantity'), number(price.minQuantity)],
        [t('catalogue.multiple'), number(price.multiple)],
        [t('catalogue.shipTo'), list(shipTo)],
        [t('catalogue.harmonizedCode'), harmonizedCode],
        ...attributes.map(
          ({ label, value, unit }) => [label, unit ? `${value} ${unit}` : value] as const,
        ),
      ]}
    />
  )
}

/** What can take its place, what belongs to it, and what it fits: article numbers, each with a search for it. */
function Related({ product }: { readonly product: Product }) {
  const { t } = useWords()
  const { substitutes, accessories, compatibleWith, supplier } = product
  const lists = [
    [t('catalogue.substitutes'), substitutes],
    [t('catalogue.accessories'), accessories],
    [t('catalogue.compatibleWith'), compatibleWith],
  ] as const
  return lists.map(([title, numbers]) =>
    numbers === undefined || numbers.length === 0 ? null : (
      <Section key={title} title={title}>
        <ul className={styles.numbers}>
          {numbers.map((number) => (
            <li key={number}>
              <Link
                to="/"
                search={{
                  q: number,
                  ...(numbers !== compatibleWith && { supplier: [supplier.id] }),
                }}
              >
                {number}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    ),
  )
}
