import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { sessionSettings } from '../../src/platform/db/connection-options.ts'
import type { Section } from './flows.ts'
import { commit, functionOf, type Sent } from './record-statements.ts'

const note = `The shapes of the plans on PostgreSQL 18: which indexes answer, and in which order. \`npm run sql -- --plans\` writes them.
The parts of a table for each day stand there as the table. An index answers for small tables, if one can: PostgreSQL would
read them from end to end, whichever index they have. Then the line "Reads" names the large tables which it reads so, too.
`
/** PostgreSQL plans a prepared statement for its values so often, and then decides whether a plan for any values is as good. */
const executions = 6

/** The text of a file of plans, of the statements with the values that they were sent with. */
export async function planPage(databaseUrl: string, sections: readonly Section[]): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl, options: sessionSettings })
  await client.connect()
  try {
    await client.query('set max_parallel_workers_per_gather = 0')
    const wholes = await listWholes(client)
    const parts = [note]
    const planned = new Set<string>()
    for (const { title, statements } of sections) {
      parts.push(`\n## ${title}\n`)
      for (const sent of statements) {
        if (!/^\s*(?:\/\*.*?\*\/\s*)?(?:select|with|insert|update|delete)\b/s.test(sent.text))
          continue
        if (sent.text === commit || planned.has(sent.text)) continue
        planned.add(sent.text)
        parts.push(`\n${functionOf(sent).name}\n`, ...(await shapeOf(client, sent, wholes)))
      }
    }
    return parts.join('')
  } finally {
    await client.end()
  }
}

async function shapeOf(client: pg.Client, sent: Sent, wholes: Wholes): Promise<string[]> {
  await client.query('begin')
  try {
    for (const text of sent.ahead) if (text !== 'begin') await client.query(text)
    // What the connection does not keep is planned for its values each time.
    if (!sent.isPrepared) await client.query(`set local plan_cache_mode = force_custom_plan`)
    const values = sent.values.map((value) => literal(prepareValue(value)))
    const given = values.length > 0 ? `(${values.join(', ')})` : ''
    const plan = await explain(client, sent.text, given)
    const scanned = scannedTables(plan)
    const large = await listLarge(client, scanned)
    if (large.length === scanned.length) return linesOf(plan, wholes)
    await client.query('set local enable_seqscan = off')
    const reads = large.map((table) => `  Reads ${wholes.get(table) ?? table}\n`)
    return [...new Set(reads), ...linesOf(await explain(client, sent.text, given), wholes)]
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

/** Prepared anew: a plan that is kept does not see a setting that has changed since. */
async function explain(client: pg.Client, text: string, given: string): Promise<string[]> {
  await client.query('deallocate all')
  await client.query(`prepare planned as ${text}`)
  let rows: { 'QUERY PLAN': string }[] = []
  for (let times = 0; times < executions; times += 1) {
    rows = (await client.query(`explain (costs off, verbose) execute planned${given}`)).rows
  }
  return rows.map((row) => row['QUERY PLAN'])
}

/** A table with fewer rows is small. */
const largeRows = 500

function scannedTables(plan: readonly string[]): string[] {
  return [...new Set(plan.flatMap((line) => /Seq Scan on (\w+\.\w+)/.exec(line)?.[1] ?? []))]
}

async function listLarge(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as name join pg_class c on c.oid = name::regclass
     where c.reltuples >= ${largeRows} order by 1`,
    [tables],
  )
  return rows.map(({ name }) => name)
}

/** The table or index that each part of a table, and each index of such a part, belongs to. */
type Wholes = ReadonlyMap<string, string>

async function listWholes(client: pg.Client): Promise<Wholes> {
  // A plan has indexes without their schema.
  const nameOf = (relation: string) =>
    `case ${relation}.relkind when 'r' then ${relation}.relnamespace::regnamespace || '.'
       when 'p' then ${relation}.relnamespace::regnamespace || '.' else '' end || ${relation}.relname`
  const { rows } = await client.query<{ part: string; whole: string }>(
    `select ${nameOf('part')} as part, ${nameOf('whole')} as whole
     from pg_inherits i
     join pg_class part on part.oid = i.inhrelid join pg_class whole on whole.oid = i.inhparent`,
  )
  return new Map(rows.map(({ part, whole }) => [part, whole]))
}

function literal(value: string | Buffer | null): string {
  if (value === null) return 'null'
  return typeof value === 'string' ? pg.escapeLiteral(value) : `'\\x${value.toString('hex')}'`
}

/** Nodes only. The days differ each time: equal lines one after another about the parts of a table are one line. */
function linesOf(plan: readonly string[], wholes: Wholes): string[] {
  const lines: string[] = []
  const aboutParts = new Set<string>()
  for (const [at, line] of plan.entries()) {
    if (at > 0 && !/^\s*(?:->|CTE |InitPlan |SubPlan )/.test(line)) continue
    const whole = line.replace(/[\w.]+/g, (name) => wholes.get(name) ?? name)
    const isAboutPart = whole !== line
    // PostgreSQL numbers the parts.
    const shown = `  ${(isAboutPart ? whole.replace(/_\d+$/, '') : line).trimEnd()}\n`
    if (!isAboutPart) aboutParts.clear()
    else if (aboutParts.has(shown)) continue
    else aboutParts.add(shown)
    lines.push(shown)
  }
  return lines
}
