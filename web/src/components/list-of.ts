import type { DataOf, ItemOf, paths } from '@purveyor/sdk'

type Listed<Path extends keyof paths> = paths[Path] extends { get: infer Get extends object }
  ? DataOf<Get> extends readonly unknown[]
    ? ItemOf<Get>
    : ItemWithin<DataOf<Get>>
  : never

/** Some lists have their items under a name: `{ budgets: […] }`. */
type ItemWithin<Data> = Data[keyof Data] extends infer Items
  ? Items extends readonly (infer Item)[]
    ? Item
    : never
  : never

/** The lists of the API by their addresses. */
export type ListPath = keyof paths & string
export type ItemAt<Path extends ListPath> = Listed<Path>

export type ColumnShape = {
  /** The field of an item: `total`, `supplier.name`. */
  readonly path: string
  readonly kind:
    | 'record'
    | 'text'
    | 'texts'
    | 'state'
    | 'number'
    | 'money'
    | 'instant'
    | 'day'
    | 'flag'
}

/** A choice has `values`. A company is chosen by its name, and its value is the id. */
export type FilterShape = {
  readonly name: string
  readonly kind: 'choice' | 'flag' | 'time' | 'day' | 'company' | 'text'
  readonly values?: readonly string[]
  /** The choice that the API makes without this filter. */
  readonly byDefault?: string
  readonly maxLength?: number
}

/** What the contract says about a list. */
export type ListShape<Path extends string = string> = {
  readonly path: Path
  /** The name of the operation, `searchOrders`: the catalogues have its labels. */
  readonly name: string
  readonly columns: readonly ColumnShape[]
  readonly filters: readonly FilterShape[]
  /** The names of its orders. The first is the default. */
  readonly sorts: readonly string[]
  readonly hasCsv: boolean
  /** The name of its items in `data`, where they have one. */
  readonly within?: string
}

/** The shape of a list. The build writes it in the place of the call (`web/lists-of-contract.ts`). */
export function listOf<Path extends ListPath>(path: Path): ListShape<Path> {
  throw new Error(`The build has not read ${path} from openapi.json.`)
}

/** The column with the name of a record beside the column with its id. */
export const nameBeside = (path: string) => path.replace(/Id$/, 'Name')

/** The columns of a table: an id and its name are one, and so are the id of the row and its number. */
export function columnsOf(columns: ListShape['columns']): readonly ColumnShape[] {
  const names = columns.filter(({ kind }) => kind === 'record').map(({ path }) => nameBeside(path))
  if (columns[0]?.kind === 'record') names.push('number')
  return columns.filter(({ path, kind }) => kind === 'record' || !names.includes(path))
}
