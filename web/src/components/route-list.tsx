import { type ReactNode, useState } from 'react'
import { api, type Page, pageOf, queryOf } from '../api.ts'
import { useWords } from '../language/use-words.ts'
import { columnsOf, type ItemAt, type ListPath, type ListShape } from '../lists/list-of.ts'
import lists from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { cellOf, labelOf, ownCell, valueAt } from './cell.tsx'
import { List, type ListProps } from './list.tsx'
import { ListFilters } from './list-filters.tsx'

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
  /** The fields that identify a row together. Default: its id. */
  readonly keys?: readonly string[]
  /** Columns that another cell shows. */
  readonly without?: readonly string[]
  /** The area of the catalogues with the names of the states of a column: `{ state: 'find.order' }`. */
  readonly names?: Texts
  /** The cells that show more than their value. */
  readonly cells?: Readonly<Record<string, (item: ItemAt<Path>) => ReactNode>>
  /** What an operator can do about a row. */
  readonly action?: (item: ItemAt<Path>) => ReactNode
}

const right = new Set(['number', 'money'])
/** A long word of a person may break anywhere, and the name of a state may not. */
const long = new Set(['text', 'texts', 'record'])

/** The table of a list of the API: its columns, filters and orders are those of the contract. */
export function RouteList<Path extends ListPath>(props: Props<Path>) {
  const { list, params = {}, query = {}, without = [], keys, ...others } = props
  const { names = {}, cells = {}, action, ...shown } = others
  const words = useWords()
  const [chosen, setChosen] = useState<Texts>({})
  // Each row has the same value where the page sets it.
  const columns = columnsOf(list.columns).filter(
    ({ path }, at) => at === 0 || !(path in query || without.includes(path)),
  )
  const areaOf = (path: string) => names[path] ?? labelOf(words, list, path)
  const isFiltered = list.filters.some(({ name }) => name in chosen)
  return (
    <List<ItemAt<Path>>
      {...shown}
      {...(isFiltered && ({ none: 'lists.noneOfFilters', isNoneGood: false } as const))}
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
        const [first, ...further] = columns.map((column, at) => {
          const own = cells[column.path] ?? (at === 0 && column.kind === 'record' && ownCell)
          return {
            ...column,
            content: own
              ? own(item, column.path)
              : cellOf(words, column, item, areaOf(column.path)),
          }
        })
        return (
          <tr key={keyOf(list, item, keys)}>
            <th scope="row">{first?.content}</th>
            {further.map(({ path, kind, content }) => (
              <td key={path} className={classOf(kind)}>
                {content}
              </td>
            ))}
            {action && <td>{action(item)}</td>}
          </tr>
        )
      }}
      filter={
        <>
          <ListFilters
            list={list}
            fixed={query}
            chosen={chosen}
            onChoose={setChosen}
            areaOf={areaOf}
          />
          {list.hasCsv && (
            <a href={csvAddress(list.path, params, { ...query, ...chosen })}>
              {words.t('lists.csv')}
            </a>
          )}
        </>
      }
    />
  )
}

function classOf(kind: string): string | undefined {
  if (right.has(kind)) return card.number
  return long.has(kind) ? lists.words : undefined
}

/** Without an id of its own a row is known by its first column and its records. */
function keyOf({ columns }: ListShape, item: object, keys?: readonly string[]): string {
  const own = valueAt(item, 'id')
  if (keys === undefined && typeof own === 'string') return own
  const records = columns.filter(({ kind }, at) => at === 0 || kind === 'record')
  return (keys ?? records.map(({ path }) => path)).map((path) => valueAt(item, path)).join(' ')
}

async function readPage<Path extends ListPath>(
  list: ListShape<Path>,
  path: Texts,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Page<ItemAt<Path>>> {
  const options = { params: { path, query: queryOf(query) }, signal }
  // The types of one call know one address: here it is any list.
  return pageOf<ItemAt<Path>>((await api.get(list.path as never, options as never)) as never)
}

/** The file of the rows that the table shows. */
function csvAddress(path: string, params: Texts, query: Texts): string {
  const address = path.replace(/\{(\w+)\}/g, (_part, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const asked = new URLSearchParams(query).toString()
  return `/admin/api${address}.csv${asked === '' ? '' : `?${asked}`}`
}
