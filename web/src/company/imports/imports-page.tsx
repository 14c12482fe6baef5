import { Link } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import { List } from '../../components/list.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import styles from '../orders/orders.module.css'
import { SellingParts } from '../sales/selling-parts.tsx'
import { type CatalogImport, listImports } from './imports-api.ts'
import { SendFile } from './send-file.tsx'

const formats = ['csv', 'jsonl', 'bmecat', 'google'] as const

/** The files with which a supplier maintains its products: what a file would do, the imports before, and the products as a file. */
export function ImportsPage() {
  const { t } = useWords()
  return (
    <Page title={t('catalogueFiles.title')} headline={t('catalogueFiles.title')}>
      <SellingParts />
      <SendFile />
      <List
        id="imports"
        title="catalogueFiles.history"
        none="catalogueFiles.none"
        isNoneGood={false}
        queryKey={['imports']}
        read={listImports}
        columns={[
          { title: 'catalogueFiles.sentAt' },
          { title: 'catalogueFiles.state' },
          { title: 'imports.format' },
          { title: 'imports.created', isNumber: true },
          { title: 'imports.updated', isNumber: true },
          { title: 'imports.unchanged', isNumber: true },
          { title: 'imports.failed', isNumber: true },
          { title: 'imports.problems', isNumber: true },
        ]}
        row={(one) => <ImportRow key={one.id} one={one} />}
      />
      <Section title={t('catalogueFiles.export')}>
        <p className={styles.files}>
          {formats.map((format) => (
            <a
              key={format}
              href={`/account/api/api/v1/catalog/exports?format=${format}`}
              download={`products.${format === 'csv' || format === 'jsonl' ? format : 'xml'}`}
            >
              {t(`catalogueFiles.format.${format}`)}
            </a>
          ))}
        </p>
      </Section>
    </Page>
  )
}

function ImportRow({ one }: { readonly one: CatalogImport }) {
  const { t, instant, number } = useWords()
  const { id, createdAt, state, format, records, problems } = one
  return (
    <tr>
      <th scope="row">
        <Link to="/imports/$importId" params={{ importId: id }}>
          <time dateTime={createdAt}>{instant(createdAt)}</time>
        </Link>
      </th>
      <td>{t(`imports.state.${state}`)}</td>
      <td>{format !== null && t(`catalogueFiles.format.${format}`)}</td>
      <td className={card.number}>{number(records.created)}</td>
      <td className={card.number}>{number(records.updated)}</td>
      <td className={card.number}>{number(records.unchanged)}</td>
      <td className={card.number}>{number(records.failed)}</td>
      <td className={card.number}>{number(problems)}</td>
    </tr>
  )
}
