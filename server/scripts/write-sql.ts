import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { recordFlows } from './sql/flows.ts'
import { openStage } from './sql/stage.ts'
import { statementPage, unusedPurposes } from './sql/statement-page.ts'

/**
 * Writes docs/sql from the statements that the service sends to PostgreSQL. With --check it writes nothing, and fails on a
 * difference. It migrates a database of its own, starts the service on it, and runs there what clients and workers run.
 */
const stage = await openStage()
try {
  const { search, claims, order } = await recordFlows(stage)
  const unused = unusedPurposes([...search, ...claims, ...order])
  if (unused.length > 0) {
    throw new Error(`No statement is sent by ${unused.join(', ')}: remove it from purposes.ts.`)
  }
  await settle('search', statementPage('The statements of the product search.', search))
  await settle('claims', statementPage('How workers ask each queue for work.', claims))
  await settle('placing-an-order', statementPage('From the checkout to the placed order.', order))
} finally {
  await stage.close()
}

async function settle(name: string, text: string): Promise<void> {
  const file = `docs/sql/${name}.sql`
  const path = new URL(`../../${file}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    await mkdir(new URL('./', path), { recursive: true })
    await writeFile(path, text)
    console.log(`Written: ${file}`)
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    console.error(`${file} is not what the service sends. Run \`npm run sql\` and review it.`)
    process.exitCode = 1
  }
}
