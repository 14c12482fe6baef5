import type { FailureSpec } from '#kernel/failure'

const head = `# Failure codes

<!-- Written by \`npm run openapi\` from the failures in the code. -->

An answer that did not succeed is \`{success: false, meta: {code, requestId, details}, error}\`. \`code\` is stable: switch on it. \`error\` is
the sentence below: what happened, and what to do. The same list is \`x-failure-codes\` of [openapi.json](../openapi.json), where each
operation names the codes that it answers.`

/** The page of all failure codes, with a table for each module. */
export function failurePage(failures: ReadonlyMap<string, FailureSpec>): string {
  const modules = [...new Set([...failures.keys()].map(moduleOf))]
  const sections = modules.map((module) => {
    const rows = [...failures]
      .filter(([code]) => moduleOf(code) === module)
      .map(([code, { status, message }]) => `| \`${code}\` | ${status} | ${cell(message)} |`)
    return [
      `## ${module}`,
      '',
      '| code | status | what happened, and what to do |',
      '| --- | --- | --- |',
    ]
      .concat(rows)
      .join('\n')
  })
  return `${[head, ...sections].join('\n\n')}\n`
}

const moduleOf = (code: string): string => code.split('.', 1)[0] ?? ''

const cell = (text: string): string => text.replaceAll('|', '\\|')
