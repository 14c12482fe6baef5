import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where a file ends that people can still read in one go. What is generated is not read but compared. */
const linesMax = 400
const generated = /tables[.]ts$|[.]generated[.]ts$|^docs[/]sql[/]/
/** The whole schema of a module, with its first rows. */
const schema = /^server[/]migrations[/]/
const leftOver = /\b(TODO|FIXME)\b|\b(it|describe|test)[.]only\(/

process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /[.](ts|tsx|mjs|css|sql)$/.test(path) && existsSync(path))

const problems = files.flatMap((path) => {
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n').length - 1
  const found: string[] = []
  if (lines > linesMax && !generated.test(path) && !schema.test(path)) {
    found.push(`${path} has ${lines} lines: more than ${linesMax}. What is its second half called?`)
  }
  const isThisCheck = path.endsWith('check-files.ts')
  if (!isThisCheck && leftOver.test(text)) found.push(`${path} has something left over to do.`)
  return found
})

for (const problem of problems) console.error(problem)
if (files.length < 100) console.error(`Only ${files.length} files were looked at.`)
process.exitCode = problems.length > 0 || files.length < 100 ? 1 : 0
