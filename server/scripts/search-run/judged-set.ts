import { readFile } from 'node:fs/promises'
import { type JudgedQuery, queriesOf } from './ask-queries.ts'
import { type Figures, type Grades, gradesOf } from './score-run.ts'

export type JudgedSet = {
  readonly queries: readonly (JudgedQuery & { readonly class: string })[]
  readonly grades: Grades
  readonly figures: Figures
}

const folder = new URL('../../../data/search/', import.meta.url)

/** The judged queries of `data/search`, and the scores that are committed. */
export async function readJudgedSet(): Promise<JudgedSet> {
  const [queries, labels, figures] = await Promise.all(
    ['judged-queries.tsv', 'judged-labels.tsv', 'figures.json'].map((name) =>
      readFile(new URL(name, folder), 'utf8'),
    ),
  )
  const [head = '', ...lines] = (queries ?? '').split(/\r?\n/)
  const at = head.split('\t').indexOf('class')
  const classes = lines.filter(Boolean).map((line) => line.split('\t')[at] ?? '')
  return {
    queries: queriesOf(queries ?? '').map((query, nth) => ({
      ...query,
      class: classes[nth] ?? '',
    })),
    grades: gradesOf(labels ?? ''),
    figures: JSON.parse(figures ?? '{}') as Figures,
  }
}
