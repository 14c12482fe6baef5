export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

type Report = {
  readonly testResults?: readonly {
    readonly name: string
    readonly startTime: number
    readonly endTime: number
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** Counts from vitest's JSON report. A file that could not be loaded counts as one failure. */
export function countTests(json: string): Counts {
  const { testResults = [] } = JSON.parse(json) as Report
  let [passed, failed, skipped] = [0, 0, 0]
  for (const { status, assertionResults } of testResults) {
    const failedBefore = failed
    for (const test of assertionResults) {
      if (test.status === 'passed') passed += 1
      else if (test.status === 'failed') failed += 1
      else skipped += 1
    }
    if (status === 'failed' && failed === failedBefore) failed += 1
  }
  return { passed, failed, skipped }
}

/** The slowest files: path and seconds, slowest first. A file counts once for each pass. */
export function slowestFiles(json: string, count: number): [file: string, seconds: number][] {
  const { testResults = [] } = JSON.parse(json) as Report
  return testResults
    .map(({ name, startTime, endTime }): [string, number] => [name, (endTime - startTime) / 1_000])
    .sort(([, one], [, other]) => other - one)
    .slice(0, count)
}

/** The files with a failure, each once. */
export function failedFiles(json: string): string[] {
  const { testResults = [] } = JSON.parse(json) as Report
  return [
    ...new Set(testResults.flatMap(({ name, status }) => (status === 'failed' ? [name] : []))),
  ]
}
