import lists from '../../components/lists.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Table } from '../table.tsx'
import type { Preview } from './imports-api.ts'

/** What the service reads in the first records of a file, and what is wrong with them. */
export function FilePreview({ preview }: { readonly preview: Preview }) {
  const { t } = useWords()
  const { format, columns, records, broken } = preview
  return (
    <Section
      title={t('catalogueFiles.previewOf', { format: t(`catalogueFiles.format.${format}`) })}
    >
      {broken && <p className="notice notice-bad">{broken.message}</p>}
      <Unread columns={columns} />
      <div role="status">
        <Table
          heads={[
            'catalogueFiles.line',
            'catalogueFiles.sku',
            'catalogueFiles.values',
            'imports.problems',
          ]}
        >
          {records.map((record) => (
            <RecordRow key={record.line} record={record} />
          ))}
        </Table>
      </div>
    </Section>
  )
}

/** The columns whose values no field takes: a heading that is not known is perhaps misspelt. */
function Unread({ columns }: Pick<Preview, 'columns'>) {
  const { t, list } = useWords()
  const unread = (columns ?? []).filter(({ field, attribute }) => !(field ?? attribute))
  if (unread.length === 0) return null
  const names = list(unread.map(({ header }) => header))
  return <p className="notice">{t('catalogueFiles.unread', { names })}</p>
}

function RecordRow({ record }: { readonly record: Preview['records'][number] }) {
  const { t, number } = useWords()
  const { line, sku, product, problems } = record
  return (
    <tr>
      <th scope="row">{number(line)}</th>
      <td className={lists.words}>{sku}</td>
      <td className={lists.words}>
        {product === null ? (
          t('imports.leftOut')
        ) : (
          <ul>
            {Object.entries(product)
              .filter(([name]) => name !== 'sku')
              .map(([name, value]) => (
                <li key={name}>
                  <span className={lists.quiet}>{name}</span> {textOf(value)}
                </li>
              ))}
          </ul>
        )}
      </td>
      <td className={lists.words}>
        <ul>
          {problems.map(({ field, code, message }) => (
            <li key={`${field} ${code}`}>{message}</li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
