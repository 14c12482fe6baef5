import { describe, expect, it } from 'vitest'
import { foreignTableProblems } from '../../scripts/architecture/foreign-tables.ts'

const tables = new Set(['orders.orders', 'orders.lines', 'cart.carts'])
const isTable = (name: string) => tables.has(name)
const mayUse = { cart: ['orders'], checkout: [] }

function problemsOf(text: string, mayRead = {}, module = 'cart') {
  return foreignTableProblems([{ module, path: 'store.ts', text }], isTable, mayUse, mayRead)
}

const listed = { cart: { why: 'One statement.', tables: ['orders.lines'] } }
const read = 'sql`select * from orders.lines l join cart.carts c on c.id = l.id`'

describe('a statement', () => {
  it.each([
    ['reads a table of its own', 'sql`select * from cart.carts`'],
    ['names a column of an alias', 'sql`select orders.total from cart.carts as orders`'],
    ['names a table in a comment', 'sql`\n-- as orders.lines does\nselect 1 from cart.carts`'],
    ['is no statement', 'const kind = { key: "orders.lines" }'],
  ])('may do this: it %s', (_what, text) => {
    expect(problemsOf(text)).toEqual([])
  })

  it.each([
    ['in a template', read],
    ['in a part of a template', `sql\`select \${sql\`(select 1 from orders.lines)\`}\``],
    ['by a builder', "tables(conn).selectFrom('orders.lines as l').execute()"],
    ['by a join', "query.innerJoin('orders.lines', 'a', 'b')"],
  ])('may not read a table of another module %s', (_what, text) => {
    expect(problemsOf(text)).toEqual([
      'store.ts:1: cart reads orders.lines. Call orders, or add the table to mayRead with the reason.',
    ])
  })

  it('may read a listed table', () => {
    expect(problemsOf(read, listed)).toEqual([])
  })

  it('may not read a listed table of a module that it may not use', () => {
    const of = { checkout: { why: 'One statement.', tables: ['orders.lines'] } }
    expect(problemsOf('sql`select from orders.lines`', of, 'checkout')).toHaveLength(1)
  })

  it.each([
    'sql`insert into orders.lines (id) values (1)`',
    'sql`update orders.lines set id = 1`',
    'sql`delete from orders.lines`',
    "tables(tx).updateTable('orders.lines')",
  ])('may not write a listed table: %s', (text) => {
    const unused = 'No statement needs the entry: cart reads orders.lines.'
    expect(problemsOf(text, listed)).toEqual([
      'store.ts:1: cart writes orders.lines. Only orders may.',
      unused,
    ])
  })
})

it('an entry that no statement needs is reported', () => {
  expect(problemsOf('sql`select 1`', listed)).toEqual([
    'No statement needs the entry: cart reads orders.lines.',
  ])
})
