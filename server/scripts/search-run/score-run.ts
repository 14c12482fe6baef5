/** The grade of each product by query: query id, then product id. */
export type Grades = ReadonlyMap<string, ReadonlyMap<string, number>>

/** The results of each query, best first. */
export type Run = ReadonlyMap<string, readonly string[]>

export type ClassScore = {
  readonly name: string
  readonly queries: number
  /** Mean NDCG@10. Products without a grade count 0. */
  readonly ndcg: number
  /** The mean NDCG@10 over products that have a grade. */
  readonly condensed: number
  /** The confidence interval of `ndcg`, at 95 %. */
  readonly interval: readonly [number, number]
}

/** Reads a table with the columns `query_id`, `product_id` and `label`, separated by tabs. */
export function gradesOf(table: string): Grades {
  const [head = '', ...lines] = table.split(/\r?\n/)
  const columns = head.split('\t')
  const [query, product, label] = ['query_id', 'product_id', 'label'].map((name) => {
    const at = columns.indexOf(name)
    if (at < 0) throw new Error(`The file of grades needs the column ${name}; it has: ${head}`)
    return at
  }) as [number, number, number]
  const grades = new Map<string, Map<string, number>>()
  for (const line of lines.filter(Boolean)) {
    const cells = line.split('\t')
    const grade = Number(cells[label])
    if (!Number.isInteger(grade) || grade < 0) throw new Error(`No grade in the line: ${line}`)
    const products = grades.get(cells[query] ?? '') ?? new Map<string, number>()
    grades.set(cells[query] ?? '', products)
    products.set(cells[product] ?? '', grade)
  }
  return grades
}

const depth = 10

/** NDCG@10 with the gain 2^grade - 1. Undefined where no product has a grade above 0. */
export function ndcgOf(
  found: readonly string[],
  grades: ReadonlyMap<string, number>,
): number | undefined {
  const ideal = gainOf([...grades.values()].sort((one, other) => other - one))
  if (ideal === 0) return undefined
  return gainOf([...new Set(found)].map((id) => grades.get(id) ?? 0)) / ideal
}

function gainOf(grades: readonly number[]): number {
  return grades
    .slice(0, depth)
    .reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)
}

/**
 * The score of each class, in the order of the queries, and of all queries as `all`. A query without a right answer is left out.
 */
export function scoresOf(
  run: Run,
  grades: Grades,
  queries: readonly { readonly id: string; readonly class: string }[],
): ClassScore[] {
  const scored = queries.flatMap(({ id, class: name }) => {
    const products = grades.get(id) ?? new Map<string, number>()
    const found = run.get(id) ?? []
    const ndcg = ndcgOf(found, products)
    const condensed = ndcgOf(
      found.filter((product) => products.has(product)),
      products,
    )
    return ndcg === undefined || condensed === undefined ? [] : [{ name, ndcg, condensed }]
  })
  const classes = [...new Set(scored.map(({ name }) => name))]
  return ['all', ...classes].map((name) => {
    const those = scored.filter((one) => name === 'all' || one.name === name)
    const ndcgs = those.map(({ ndcg }) => ndcg)
    return {
      name,
      queries: those.length,
      ndcg: meanOf(ndcgs),
      condensed: meanOf(those.map(({ condensed }) => condensed)),
      interval: intervalOf(ndcgs),
    }
  })
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const resamples = 2_000

/** Computed by bootstrap: 95 % of the means would lie in this interval if the queries were drawn again. */
function intervalOf(values: readonly number[]): readonly [number, number] {
  const draw = drawsFrom(1)
  const means = Array.from({ length: resamples }, () =>
    meanOf(values.map(() => values[Math.floor(draw() * values.length)] ?? 0)),
  ).sort((one, other) => one - other)
  return [means[Math.floor(resamples * 0.025)] ?? 0, means[Math.floor(resamples * 0.975)] ?? 0]
}

/** The same sequence of numbers from 0 to 1 every time: mulberry32. */
function drawsFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The committed figures by class: NDCG@10 over all results. */
export type Figures = Readonly<Record<string, number>>

const fallMax = 0.03

/** The classes that have fallen by more than chance, or do not exist any more. */
export function fallenBelow(figures: Figures, scores: readonly ClassScore[]): string[] {
  return Object.entries(figures).flatMap(([name, figure]) => {
    const score = scores.find((one) => one.name === name)
    if (score && score.ndcg >= figure - fallMax) return []
    return [`${name} fell from ${figure.toFixed(3)} to ${score?.ndcg.toFixed(3) ?? 'nothing'}`]
  })
}

export function tableOf(scores: readonly ClassScore[]): string {
  const rows = scores.map(({ name, queries, ndcg, condensed, interval: [from, to] }) => [
    name,
    String(queries),
    ndcg.toFixed(3),
    `${from.toFixed(3)} to ${to.toFixed(3)}`,
    condensed.toFixed(3),
  ])
  const all = [['class', 'queries', 'NDCG@10', '95 % interval', 'condensed'], ...rows]
  const widths = all[0]?.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0))) ?? []
  return all.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n')
}
