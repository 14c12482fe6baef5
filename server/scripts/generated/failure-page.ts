import type { FailureSpec } from '#kernel/failure'

const head = `# Failure codes

An answer that did not succeed is \`{success: false, meta: {code, requestId, docs, details}, error}\`. \`code\` is stable: switch on
it. \`error\` is the sentence below: what happened, and what to do. \`docs\` is the address of the code on this page. \`details\` has
the named fields. The same list is \`x-failure-codes\` of [openapi.json](../openapi.json), with the schema of the details; there
each operation names the codes that it answers.`

/** The page of all failure codes: a section for each module, and in it a heading for each code, to which \`meta.docs\` leads. */
export function failurePage(failures: ReadonlyMap<string, FailureSpec>): string {
  const modules = [...new Set([...failures.keys()].map(moduleOf))]
  const sections = modules.flatMap((module) => [
    `## ${module}`,
    ...[...failures].filter(([code]) => moduleOf(code) === module).map(section),
  ])
  return `${[head, ...sections].join('\n\n')}\n`
}

function section([code, { status, message, details = {} }]: [string, FailureSpec]): string {
  const fields = Object.keys(details).map((name) => `\`${name}\``)
  const named = fields.length > 0 ? `\n\nDetails: ${fields.join(', ')}.` : ''
  return `### ${code}\n\n${status}: ${message}${named}`
}

const moduleOf = (code: string): string => code.split('.', 1)[0] ?? ''
