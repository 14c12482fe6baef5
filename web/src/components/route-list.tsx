import { type ReactNode, useState } from 'react'
import { api, type Page, pageOf, queryOf } from '../api.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import card from './card.module.css'
import { cellOf, labelOf, ownCell, valueAt } from './cell.tsx'
import { List, type ListProps } from './list.tsx'
import { ListFilters } from './list-filters.tsx'
import {
  type ColumnShape,
  columnsOf,
  type ItemAt,
  type ListPath,
  type ListShape,
} from './list-of.ts'
import lists from './lists.module.css'
import { Since } from './since.tsx'
import { type Chosen, isSame } from './use-chosen.ts'
import { useShownColumns } from './views/use-shown-columns.ts'
import { ViewMenu } from './views/view-menu.tsx'

type Texts = Readonly<Record<string, string>>
type Cells<Item> = Readonly<Record<string, (item: Item) => ReactNode>>
type Extra<Item> = { readonly title: MessageKey; readonly cell: (item: Item) => ReactNode }

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
  readonly cells?: Cells<ItemAt<Path>>
  /** The columns with instants that the table shows as ages. */
  readonly ages?: readonly string[]
  /** The present time, for ages. */
  readonly now?: number
  /** A column with more than one value of an item. */
  readonly extra?: Extra<ItemAt<Path>>
  /** What an operator can do about a row. */
  readonly action?: (item: ItemAt<Path>) => ReactNode
  /** What people choose, if the address contains it (`useChosen`). Default: the table remembers it. */
  readonly choice?: Chosen
  /** The form with the filters is open at first. */
  readonly showsFilters?: boolean
}

const right = new Set(['number', 'money'])
/** A long word of a person may break anywhere, and the name of a state may not. */
const long = new Set(['text', 'texts', 'record'])

/** The table of a list of the API: its columns, filters and orders are those of the contract. */
export function RouteList<Path extends ListPath>(props: Props<Path>) {
  const { list, params = {}, query = {}, without = [], keys, choice, ...others } = props
  const {
    showsFilters = false,
    names = {},
    cells = {},
    ages = [],
    now = Date.now(),
    extra,
    action,
    ...shown
  } = others
  const words = useWords()
  const [remembered, remember] = useState<Texts>({})
  const { chosen, first, onChoose } = choice ?? {
    chosen: remembered,
    first: {},
    onChoose: remember,
  }
  // Each row has the same value where the page sets it.
  const possible = columnsOf(list.columns).filter(
    ({ path }, at) => at === 0 || !(path in query || without.includes(path)),
  )
  const { columns, show } = useShownColumns(list, possible)
  const areaOf = (path: string) => names[path] ?? labelOf(words, list, path)
  const isFiltered = !isSame(filtersIn(chosen), filtersIn(first))
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
        ...(extra ? [extra] : []),
        ...(action ? [{ title: 'lists.column.action' } as const] : []),
      ]}
      row={(item) => (
        <Row
          key={keyOf(list, item, keys)}
          {...{ item, columns, cells, ages, now, extra, action }}
          areaOf={areaOf}
        />
      )}
      filter={
        <>
          <ListFilters
            list={list}
            fixed={query}
            chosen={chosen}
            first={first}
            onChoose={onChoose}
            isOpen={showsFilters}
            areaOf={areaOf}
          />
          <ViewMenu
            {...{ list, chosen, onChoose }}
            columns={possible}
            shown={columns}
            onShow={show}
          />
          <CsvFile list={list} params={params} query={{ ...query, ...chosen }} />
        </>
      }
    />
  )
}

type FileProps = { readonly list: ListShape; readonly params: Texts; readonly query: Texts }

/** The file of the rows that the table shows. */
function CsvFile({ list: { path, hasCsv }, params, query }: FileProps) {
  const { t } = useWords()
  return hasCsv && <a href={csvAddress(path, params, query)}>{t('lists.csv')}</a>
}

type RowProps<Item> = {
  readonly item: Item
  readonly columns: readonly ColumnShape[]
  readonly cells: Cells<Item>
  readonly ages: readonly string[]
  readonly now: number
  readonly areaOf: (path: string) => string
  readonly extra: Extra<Item> | undefined
  readonly action: ((item: Item) => ReactNode) | undefined
}

function Row<Item extends object>(props: RowProps<Item>) {
  const { item, columns, cells, ages, now, areaOf, extra, action } = props
  const words = useWords()
  const contentOf = (column: ColumnShape, at: number): ReactNode => {
    const { path, kind } = column
    if (cells[path]) return cells[path](item)
    if (ages.includes(path)) return ageCell(item, path, now)
    return at === 0 && kind === 'record'
      ? ownCell(item, path)
      : cellOf(words, column, item, areaOf(path))
  }
  return (
    <tr>
      {columns.map((column, at) =>
        at === 0 ? (
          <th key={column.path} scope="row">
            {contentOf(column, at)}
          </th>
        ) : (
          <td key={column.path} className={classOf(column.kind)}>
            {contentOf(column, at)}
          </td>
        ),
      )}
      {extra && <td className={lists.words}>{extra.cell(item)}</td>}
      {action && <td>{action(item)}</td>}
    </tr>
  )
}

/** An order shows the same rows. */
function filtersIn({ sort: _order, ...filters }: Texts): Texts {
  return filters
}

function ageCell(item: object, path: string, now: number): ReactNode {
  const at = valueAt(item, path)
  return typeof at === 'string' && <Since at={at} now={now} />
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
  { path: address, within }: ListShape<Path>,
  path: Texts,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Page<ItemAt<Path>>> {
  const options = { params: { path, query: queryOf(query) }, signal }
  // The types of one call know one address: here it is any list.
  const answer = await api.get(address as never, options as never)
  const { data, meta } = answer as Answer<ItemAt<Path>>
  return pageOf({ data: within === undefined ? data : (data[within as never] ?? []), meta })
}

type Answer<Item> = { readonly data: Item[]; readonly meta: { readonly nextCursor?: string } }

function csvAddress(path: string, params: Texts, query: Texts): string {
  const address = path.replace(/\{(\w+)\}/g, (_part, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const asked = new URLSearchParams(query).toString()
  return `/admin/api${address}.csv${asked === '' ? '' : `?${asked}`}`
}
