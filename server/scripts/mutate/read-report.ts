import type { MutatedModule } from './mutated-modules.ts'

type Place = { readonly line: number; readonly column: number }

/** The part that we use of the report: its format is the mutation-testing report schema. */
export type MutationReport = {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string
        readonly mutants: readonly {
          readonly status: string
          readonly replacement?: string
          readonly location: { readonly start: Place; readonly end: Place }
        }[]
      }
    >
  >
}

export type MutationResult = {
  /** Those that compile and were run. */
  readonly mutants: number
  readonly caught: number
  readonly accepted: number
  /** `file:line: before => after` of each mutant that no test noticed. */
  readonly missed: readonly string[]
}

/** A mutant that runs for ever counts as noticed. */
const caughtStates = ['Killed', 'Timeout']
const missedStates = ['Survived', 'NoCoverage']

export function readReport(
  report: MutationReport,
  { equivalent = {} }: MutatedModule,
): MutationResult {
  let caught = 0
  let accepted = 0
  const missed: string[] = []
  for (const [path, { source, mutants }] of Object.entries(report.files)) {
    const file = path.replace(/^server\/src\//, '')
    for (const { status, replacement = '', location } of mutants) {
      if (caughtStates.includes(status)) caught += 1
      if (!missedStates.includes(status)) continue
      const change = `${oneLine(textAt(source, location))} => ${oneLine(replacement)}`
      if (equivalent[`${file}: ${change}`]) accepted += 1
      else missed.push(`${file}:${location.start.line}: ${change}`)
    }
  }
  return { mutants: caught + accepted + missed.length, caught, accepted, missed }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

function textAt(source: string, { start, end }: { readonly start: Place; readonly end: Place }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  // The end first: on one line it counts from the same beginning.
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1)
  lines[0] = (lines[0] ?? '').slice(start.column - 1)
  return lines.join('\n')
}
