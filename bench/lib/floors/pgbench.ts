import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { findPostgres15 } from '../../../server/test/harness/tools.ts'

const run = promisify(execFile)

const tables = `
  create schema bench_floor;
  create table bench_floor.stock (product integer primary key, on_hand integer not null check (on_hand >= 0));
  insert into bench_floor.stock select product, 1000000000 from generate_series(1, 10000) product;
  create table bench_floor.orders (id uuid primary key default gen_random_uuid(), company integer not null,
    total_minor bigint not null, state text not null, placed_at timestamptz not null default now());
  create index on bench_floor.orders (company, placed_at desc);
  create table bench_floor.lines (id uuid primary key default gen_random_uuid(), company integer not null,
    product integer not null, quantity integer not null, total_minor bigint not null);
  create table bench_floor.ledger (id bigint generated always as identity primary key, company integer not null,
    kind text not null, amount_minor bigint not null, at timestamptz not null default now());
  create table bench_floor.events (id bigint generated always as identity primary key, company integer not null,
    kind text not null, data jsonb not null, at timestamptz not null default now())`

const order = `
\\set product random(1, 10000)
\\set company random(1, 200)
\\set total random(100, 1000000)
begin;
update bench_floor.stock set on_hand = on_hand - 1 where product = :product and on_hand >= 1;
insert into bench_floor.orders (company, total_minor, state) values (:company, :total, 'PLACED');
insert into bench_floor.lines (company, product, quantity, total_minor) values (:company, :product, 1, :total);
insert into bench_floor.ledger (company, kind, amount_minor) values (:company, 'CAPTURE', :total);
insert into bench_floor.events (company, kind, data) values (:company, 'order.created', '{"total":"12.34"}');
commit;
`

/**
 * Transactions per second of a minimal order: the stock, the order, a line, the payment and the event, in five
 * statements by PostgreSQL's own pgbench, which has almost no client overhead. It shows how fast the machine is at
 * this moment, and the targets were set relative to it. Undefined without pgbench.
 */
export async function leastOrders(
  { url, sql }: { readonly url: string; readonly sql: pg.Pool },
  clients: number,
  seconds: number,
): Promise<number | undefined> {
  const program = join(findPostgres15() ?? '', 'pgbench')
  if (!existsSync(program)) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-pgbench-'))
  const script = join(folder, 'order.sql')
  try {
    await sql.query(tables)
    await writeFile(script, order)
    const { stdout } = await run(program, [
      ...['--no-vacuum', '--protocol=prepared', `--client=${clients}`, '--jobs=2'],
      ...[`--time=${seconds}`, `--file=${script}`, url],
    ])
    return Math.round(Number(/tps = ([\d.]+)/.exec(stdout)?.[1]))
  } finally {
    await sql.query('drop schema if exists bench_floor cascade')
    await rm(folder, { recursive: true, force: true })
  }
}
