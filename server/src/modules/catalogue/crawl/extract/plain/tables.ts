import { inlineBorder, type Outline, type OutlineNode } from './outline.ts'

/** A table of data as a grid: a cell over several rows or columns stands in each of them. */
export type Table = {
  readonly caption: string
  readonly rows: readonly TableRowOfPage[]
  readonly from: number
  readonly to: number
}

export type TableRowOfPage = {
  readonly cells: readonly string[]
  /** All its cells are headers. */
  readonly isHead: boolean
  /** One cell over the whole width: a heading of rows, or a note. */
  readonly isTitle: boolean
  readonly href: string | undefined
}

const rowsMax = 2_000
const columnsMax = 60
const cellMax = 500
const tablesMax = 200
const cellsMax = 100_000

type Cell = { readonly node: OutlineNode; readonly isHead: boolean }
type Rows = {
  readonly table: number
  readonly rows: Map<number, Cell[]>
  caption: string
  isLayout: boolean
}

/** The tables of a page that hold data. A table around other tables or headings is there for the layout. */
export function tablesOf({ text, nodes }: Outline): Table[] {
  const tables = new Map<number, Rows>()
  // The nearest table and row above each node. A node stands behind its parent.
  const tableOf = new Int32Array(nodes.length).fill(-1)
  const rowOf = new Int32Array(nodes.length).fill(-1)
  const hrefs: { readonly row: number; readonly href: string }[] = []
  for (const [at, node] of nodes.entries()) {
    const { name, parent, href } = node
    const above = parent === -1 ? -1 : (tableOf[parent] ?? -1)
    const row = parent === -1 ? -1 : (rowOf[parent] ?? -1)
    tableOf[at] = name === 'table' ? at : above
    rowOf[at] = name === 'table' ? -1 : name === 'tr' ? at : row
    const table = tables.get(above)
    if (name === 'table') {
      if (table) table.isLayout = true
      if (tables.size < tablesMax)
        tables.set(at, { table: at, rows: new Map(), caption: '', isLayout: false })
    } else if (table && /^h[1-3]$/.test(name)) table.isLayout = true
    else if (table && name === 'caption') table.caption = textOf(text, node)
    else if (table && name === 'tr' && table.rows.size < rowsMax) table.rows.set(at, [])
    else if (table && (name === 'td' || name === 'th')) {
      const cells = table.rows.get(row)
      if (cells && cells.length < columnsMax)
        cells.push({ node, isHead: name === 'th' || isInHead(nodes, row) })
    } else if (table && name === 'a' && href && row !== -1) hrefs.push({ row, href })
  }
  const links = new Map<number, string>()
  for (const { row, href } of hrefs) if (!links.has(row)) links.set(row, href)
  let left = cellsMax
  return [...tables.values()].flatMap((one) => {
    const node = nodes[one.table]
    if (one.isLayout || !node) return []
    const rows = gridOf(text, one.rows, links)
    left -= rows.length * (rows[0]?.cells.length ?? 0)
    return left > 0 && rows.length > 0
      ? [{ caption: one.caption, rows, from: node.from, to: node.to }]
      : []
  })
}

function isInHead(nodes: readonly OutlineNode[], row: number): boolean {
  const parent = nodes[row]?.parent
  return parent !== undefined && parent !== -1 && nodes[parent]?.name === 'thead'
}

function textOf(text: string, { from, to }: OutlineNode): string {
  return text
    .slice(from, Math.min(to, from + cellMax))
    .replace(/(?<=\d)\ue000+(?=\d{2}(?!\d|[.,]\d))/g, ' ‖ ')
    .replace(/\ue000+(?=[.,]\d|[.,]?[-–—])|(?<=\d[.,])\ue000+(?=\d)/g, '')
    .replaceAll(inlineBorder, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

type Spanning = { readonly text: string; left: number }

function gridOf(
  text: string,
  given: ReadonlyMap<number, readonly Cell[]>,
  links: ReadonlyMap<number, string>,
): TableRowOfPage[] {
  const spanning: (Spanning | undefined)[] = []
  const rows: TableRowOfPage[] = []
  for (const [at, cells] of given) {
    const row: string[] = []
    const fill = () => {
      for (
        let above = spanning[row.length];
        above && above.left > 0;
        above = spanning[row.length]
      ) {
        above.left -= 1
        row.push(above.text)
      }
    }
    for (const { node } of cells) {
      fill()
      const value = textOf(text, node)
      for (let column = 0; column < node.columns && row.length < columnsMax; column += 1) {
        spanning[row.length] = node.rows > 1 ? { text: value, left: node.rows - 1 } : undefined
        row.push(value)
      }
    }
    fill()
    if (row.length === 0) continue
    rows.push({
      cells: row,
      isHead: cells.length > 0 && cells.every(({ isHead }) => isHead),
      isTitle: row.length > 1 && cells.length === 1,
      href: links.get(at),
    })
  }
  return rows
}
