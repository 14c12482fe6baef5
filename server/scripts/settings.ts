import { readSettings } from '#platform/config'
import { settingsSlices } from '../src/app/modules.ts'

/** Prints every setting with its module, its source and its current value. For a secret it prints only whether it is set. */
const { facts, problems } = readSettings(settingsSlices, process.env)

const rows = facts.map((fact) => [
  fact.name,
  fact.module,
  fact.shown ?? (fact.source === 'absent' ? '–' : '(set)'),
  fact.source,
  `${fact.requiredWhenDeployed ? 'Required when deployed. ' : ''}${fact.description}`,
])
const head = ['name', 'module', 'value', 'source', 'meaning']
const widths = head.map((title, at) =>
  Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)),
)
for (const row of [head, ...rows]) {
  console.log(row.map((cell, at) => (at === 4 ? cell : cell.padEnd(widths[at] ?? 0))).join('  '))
}
for (const { name, problem } of problems) console.error(`${name} ${problem}`)
process.exitCode = problems.length > 0 ? 78 : 0
