import { writeFile } from 'node:fs/promises'
import {
  measurePages,
  pageSets,
  sharesOf,
} from '../src/modules/catalogue/crawl/extract/page-sets.fixture.ts'

/**
 * `npm run pages:report -- [--unseen] [--fields] [--write]`: reads the pages and files of `server/test/data/pages` and prints how much
 * of each class and field is right, missing and wrong. `--write` keeps the figures of both sets for CI. It never prints a value, so
 * that authors of rules may run it.
 */
const figuresFile = new URL('../test/data/pages/figures.json', import.meta.url)
const figures: Record<string, unknown> = {}
const isWriting = process.argv.includes('--write')
for (const set of pageSets) {
  if (set === 'unseen' && !isWriting && !process.argv.includes('--unseen')) continue
  const tallies = await measurePages(set)
  figures[set] = tallies
  console.log(`\n${set}\n| class and field | right | missing | wrong | read | believed |`)
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  for (const [key, tally] of Object.entries(tallies)) {
    const isOfClass = key.endsWith(' all') || key.startsWith('all ')
    if (!isOfClass && !process.argv.includes('--fields')) continue
    const { right, missing, wrong } = tally
    const { read, believed } = sharesOf(tally)
    console.log(`| ${key} | ${right} | ${missing} | ${wrong} | ${read} | ${believed} |`)
  }
}
if (isWriting) {
  await writeFile(figuresFile, `${JSON.stringify(figures, null, 2)}\n`)
}
