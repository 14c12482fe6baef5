import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bareNames } from './bare-names.ts'
import { functionLinesMax, longFunctions } from './long-functions.ts'
import { folderFilesMax, piles } from './piles.ts'

/** A longer file cannot be read in one go. Generated files are exempt: they are compared, not read. */
const linesMax = 400
const generated = /[.]generated[.]ts$|^docs[/]sql[/]/
/** The complete schema of a module, with its first rows. */
const schema = /^server[/]migrations[/]/
/** A test and its setup may be as long as they need to be. */
const tests = /[.]test[.]ts$|^server[/]test[/]/
const tooLongOnPurpose = 'server/test/architecture/wrong-on-purpose/too-long.ts'
const leftOver = /\b(TODO|FIXME)\b|\b(it|describe|test)[.]only\(/

process.chdir(fileURLToPath(new URL('../../../', import.meta.url)))
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
  if (/[.](ts|tsx|mjs)$/.test(path) && !generated.test(path) && !tests.test(path)) {
    for (const { name, line, lines } of longFunctions(path, text)) {
      found.push(
        `${path}:${line}: ${name} has ${lines} lines: more than ${functionLinesMax}. Which steps does it have?`,
      )
    }
    for (const { name, line } of bareNames(text)) {
      found.push(`${path}:${line}: ${name} is a participle alone. Which verb and object say more?`)
    }
  }
  const isThisCheck = path.endsWith('check-files.ts')
  if (!isThisCheck && leftOver.test(text))
    found.push(`${path} contains a note about unfinished work.`)
  return found
})

for (const { folder, files: held } of piles(files)) {
  problems.push(
    `${folder} holds ${held} source files: more than ${folderFilesMax}. Which parts does it have?`,
  )
}

// A check that sees no functions finds no errors: it must report one function that is deliberately too long.
const reported = longFunctions(tooLongOnPurpose, readFileSync(tooLongOnPurpose, 'utf8'))
if (reported.map(({ name }) => name).join() !== 'wrong') {
  problems.push(
    `${tooLongOnPurpose}: ${reported.length} functions were reported, not \`wrong\` alone.`,
  )
}
if (files.length < 100) problems.push(`Only ${files.length} files were checked.`)

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
