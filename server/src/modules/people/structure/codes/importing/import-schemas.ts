import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { importActions, importColumns, rowProblems } from './import-names.ts'
import type { ImportPlan } from './plan-import.ts'

/** An answer names at most this number of changes and of problems. */
export const namedMax = 100

export const DigestQuery = Type.Object({
  digest: Type.String({
    minLength: 64,
    maxLength: 64,
    pattern: '^[0-9a-f]{64}$',
    description: '`digest` of the preview: the import makes these changes and no others.',
  }),
})

const RowProblemView = record('CodeImportProblem', 'What is wrong with a line of a file.', {
  line: Type.Integer({ description: 'The line of the file, from 1.' }),
  column: Type.Optional(Type.Enum([...importColumns])),
  problem: Type.Enum([...rowProblems]),
})

export const CodeImportView = record(
  'CodeImport',
  'What a file of accounting codes does to a list.',
  {
    digest: Type.String({ description: 'Names these changes. Send it to make them.' }),
    created: Type.Integer(),
    changed: Type.Integer(),
    ended: Type.Integer(),
    reopened: Type.Integer(),
    unchanged: Type.Integer(),
    problemCount: Type.Integer({
      description: 'While there are problems, nothing can be imported.',
    }),
    problems: Type.Array(RowProblemView, { description: `The first ${namedMax}.` }),
    changes: Type.Array(
      record('CodeImportChange', 'What a line of a file changes.', {
        line: Type.Integer(),
        action: Type.Enum([...importActions]),
        code: Type.String(),
        name: Type.String(),
      }),
      { description: `The first ${namedMax}.` },
    ),
  },
  {
    examples: [
      {
        digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        created: 1,
        changed: 0,
        ended: 0,
        reopened: 0,
        unchanged: 12,
        problemCount: 1,
        problems: [{ line: 4, column: 'validTo', problem: 'PERIOD_INVALID' }],
        changes: [{ line: 2, action: 'CREATE', code: '4711', name: 'Workshop' }],
      },
    ],
  },
)

export function viewImport({
  steps,
  unchanged,
  problems,
  digest,
}: ImportPlan): Static<typeof CodeImportView> {
  const count = (wanted: string) => steps.filter(({ action }) => action === wanted).length
  return {
    digest,
    created: count('CREATE'),
    changed: count('CHANGE'),
    ended: count('END'),
    reopened: count('REOPEN'),
    unchanged,
    problemCount: problems.length,
    problems: problems.slice(0, namedMax),
    changes: steps
      .slice(0, namedMax)
      .map(({ line, action, code }) => ({ line, action, code: code.code, name: code.name })),
  }
}
