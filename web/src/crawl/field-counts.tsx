import type { Crawl } from '../api-types.ts'
import card from '../components/card.module.css'
import type { Column } from '../components/list.tsx'
import { ListView } from '../components/list-view.tsx'
import { useWords } from '../language/use-words.ts'

const columns = [
  { title: 'crawl.fields.field' },
  { title: 'crawl.fields.read', isNumber: true },
  { title: 'crawl.fields.missing', isNumber: true },
  { title: 'crawl.fields.refused', isNumber: true },
] as const satisfies readonly Column[]

/** How many values of each field the crawl has read. A source that loses its prices is seen here. */
export function FieldCounts({ fields }: Pick<Crawl, 'fields'>) {
  const { t, number } = useWords()
  return (
    <ListView
      title="crawl.fields.title"
      items={fields}
      columns={columns}
      row={({ field, read, missing, refused }) => (
        <tr key={field}>
          <th scope="row">{t(`crawl.field.${field}`)}</th>
          <td className={card.number}>{number(read)}</td>
          <td className={card.number}>{number(missing)}</td>
          <td className={card.number}>{number(refused)}</td>
        </tr>
      )}
      none="crawl.fields.none"
    />
  )
}
