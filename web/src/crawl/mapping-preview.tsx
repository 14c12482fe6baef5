import type { CrawlMapping } from '../api-types.ts'
import card from '../components/card.module.css'
import type { Column } from '../components/list.tsx'
import { ListView } from '../components/list-view.tsx'
import lists from '../components/lists.module.css'
import { useWords } from '../language/use-words.ts'

const columns = [
  { title: 'crawl.field.name' },
  { title: 'crawl.field.sku' },
  { title: 'crawl.field.price', isNumber: true },
  { title: 'crawl.field.unit' },
  { title: 'crawl.field.availability' },
  { title: 'crawl.field.brand' },
  { title: 'crawl.field.gtins' },
] as const satisfies readonly Column[]

type Product = CrawlMapping['preview'][number]

type Props = {
  /** Undefined: the mapping has changed since the last preview. */
  readonly products: readonly Product[] | undefined
}

/** The first products of the file, as the mapping reads them. */
export function MappingPreview({ products }: Props) {
  const { t } = useWords()
  return (
    <ListView
      title="crawl.mapping.products"
      items={products ?? []}
      columns={columns}
      row={(product) => {
        const { name, number, price, unit, availability, manufacturer, manufacturerNumber } =
          product
        return (
          <tr key={`${number} ${name}`}>
            <th scope="row">{name}</th>
            <td>{number}</td>
            <td className={card.number}>
              {price && `${price.amount} ${price.currency}`}
              {price && price.perQuantity !== 1 && ` / ${price.perQuantity}`}
              {price && (
                <span className={lists.quiet}> {t(`crawl.mapping.tax.${taxOf(price)}`)}</span>
              )}
            </td>
            <td>{unit}</td>
            <td>{availability}</td>
            <td>{[manufacturer, manufacturerNumber].filter((part) => part !== null).join(', ')}</td>
            <td>{product.gtins.join(', ')}</td>
          </tr>
        )
      }}
      none={products ? 'crawl.mapping.noProducts' : 'crawl.mapping.changed'}
    />
  )
}

function taxOf({ taxIncluded }: NonNullable<Product['price']>): 'net' | 'gross' | 'unknown' {
  if (taxIncluded === null) return 'unknown'
  return taxIncluded ? 'gross' : 'net'
}
