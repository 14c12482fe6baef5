import { type ReactNode, useState } from 'react'
import { api, type Page, pageOf, queryOf } from '../api.ts'
import { useWords } from '../language/use-words.ts'
import { columnsOf, type ItemAt, type ListPath, type ListShape } from '../lists/list-of.ts'
import lists from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { cellOf, labelOf, ownCell, stateName, valueAt } from './cell.tsx'
import { List, type ListProps } from './list.tsx'
import { Select } from './select.tsx'

type Texts = Readonly<Record<string, string>>

type Props<Path extends ListPath> = Pick<
  ListProps<ItemAt<Path>>,
  'id' | 'title' | 'none' | 'isNoneGood' | 'isLive'
> & {
  readonly list: ListShape<Path>
  /** The parts of the address. */
  readonly params?: Texts
  /** What the page has chosen. The other choices are the reader's. */
  readonly query?: Texts
  /** The area of the catalogues with the names of the states of a column: `{ state: 'find.order' }`. */
  readonly names?: Texts
  /** The cells that show more than their value. */
  readonly cells?: Readonly<Record<string, (item: ItemAt<Path>) => ReactNode>>
  /** What an operator can do about a row. */
  readonly action?: (item: ItemAt<Path>) => ReactNode
}

const right = new Set(['number', 'money'])

/** The table of a list of the API: its columns and filters are those of the contract. */
export function RouteList<Path extends ListPath>(props: Props<Path>) {
  const { list, params = {}, query = {}, names = {}, cells = {}, action, ...shown } = props
  const words = useWords()
  const [chosen, setChosen] = useState<Texts>({})
  const columns = columnsOf(list.columns)
  const areaOf = (path: string) => names[path] ?? labelOf(words, list, path)
  const choices = list.filters.filter(({ name, values }) => values && !(name in query))
  return (
    <List<ItemAt<Path>>
      {...shown}
      queryKey={[list.path, params, query, chosen]}
      read={(cursor, signal) => readPage(list, params, { ...query, ...chosen, cursor }, signal)}
      columns={[
        ...columns.map(({ path, kind }) => ({
          title: labelOf(words, list, path),
          isNumber: right.has(kind),
        })),
        ...(action ? [{ title: 'lists.column.action' } as const] : []),
      ]}
      row={(item) => {
        const [first, ...others] = columns.map((column, at) => {
          const own = cells[column.path] ?? (at === 0 && column.kind === 'record' && ownCell)
          return {
            ...column,
            content: own
              ? own(item, column.path)
              : cellOf(words, column, item, areaOf(column.path)),
          }
        })
        return (
          <tr key={keyOf(list, item)}>
            <th scope="row">{first?.content}</th>
            {others.map(({ path, kind, content }) => (
              <td key={path} className={right.has(kind) ? card.number : lists.words}>
                {content}
              </td>
            ))}
            {action && <td>{action(item)}</td>}
          </tr>
        )
      }}
      filter={
        <>
          {choices.map(({ name, values = [] }) => {
            const label = words.t(labelOf(words, list, name))
            return (
              <Select
                key={name}
                aria-label={label}
                data={[
                  { value: '', label: words.t('lists.any', { column: label }) },
                  ...values.map((value) => ({
                    value,
                    label: stateName(words, areaOf(name), value),
                  })),
                ]}
                value={chosen[name] ?? ''}
                onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, [name]: value })}
              />
            )
          })}
          {list.hasCsv && (
            <a href={`/admin/api${addressOf(list.path, params)}.csv`}>{words.t('lists.csv')}</a>
          )}
        </>
      }
    />
  )
}

/** The ids of a row, and the text that stands for it. */
function keyOf({ columns }: ListShape, item: object): string {
  return columns
    .filter(({ kind }, at) => at === 0 || kind === 'record')
    .map(({ path }) => String(valueAt(item, path)))
    .join(' ')
}

async function readPage<Path extends ListPath>(
  list: ListShape<Path>,
  path: Texts,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Page<ItemAt<Path>>> {
  const asked = Object.entries(query).filter(([, value]) => value !== '')
  const options = { params: { path, query: queryOf(Object.fromEntries(asked)) }, signal }
  // The types of one call know one address: here it is any list.
  return pageOf<ItemAt<Path>>((await api.get(list.path as never, options as never)) as never)
}

function addressOf(path: string, params: Texts): string {
  return path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(params[name] ?? ''))
}
