import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { loadSampleCatalog } from '#modules/imports'
import { recordFlows, type Section } from './sql/flows.ts'
import { multiplyRows } from './sql/multiply-rows.ts'
import { planPage } from './sql/plan-page.ts'
import { openStage, type Stage } from './sql/stage.ts'
import { statementPage, unusedPurposes } from './sql/statement-page.ts'
import { untilIdle } from './sql/until-idle.ts'

/**
 * Writes docs/sql from the statements that the service sends to PostgreSQL. With --check it writes nothing, and fails on a
 * difference. It migrates a database of its own, starts the service on it, and runs there what clients and workers run.
 * With --plans it does so over the sample catalogue and many orders, and writes server/test/deep/plans instead.
 */
const isAboutPlans = process.argv.includes('--plans')
const stage = await openStage()
try {
  if (isAboutPlans) await writePlans(stage)
  else await writeStatements(stage)
} finally {
  await stage.close()
}

async function writeStatements(on: Stage): Promise<void> {
  const { search, claims, order } = await recordFlows(on)
  const unused = unusedPurposes([...search, ...claims, ...order])
  if (unused.length > 0) {
    throw new Error(`No statement is sent by ${unused.join(', ')}: remove it from purposes.ts.`)
  }
  const settled = (name: string, about: string, sections: readonly Section[]) =>
    settle(`docs/sql/${name}.sql`, statementPage(about, sections))
  await settled('search', 'The statements of the product search.', search)
  await settled('claims', 'How workers ask each queue for work.', claims)
  await settled('placing-an-order', 'From the checkout to the placed order.', order)
}

async function writePlans(on: Stage): Promise<void> {
  const { database } = on.parts.platform
  const suppliers = [{ id: 'co_00000000000000000000000501', name: 'Sample supplier' }] as const
  await loadSampleCatalog({ database, suppliers, now: () => on.now })
  const flows = await recordFlows(on)
  await untilIdle(on.databaseUrl, on.now)
  await on.stopService()
  await multiplyRows(on.databaseUrl)
  const pages = { search: flows.search, claims: flows.claims, 'placing-an-order': flows.order }
  for (const [name, sections] of Object.entries(pages)) {
    await settle(`server/test/deep/plans/${name}.txt`, await planPage(on.databaseUrl, sections))
  }
}

async function settle(file: string, text: string): Promise<void> {
  const path = new URL(`../../${file}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    await mkdir(new URL('./', path), { recursive: true })
    await writeFile(path, text)
    console.log(`Written: ${file}`)
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    const [is, command] = isAboutPlans
      ? ['how PostgreSQL answers', 'npm run sql -- --plans']
      : ['what the service sends', 'npm run sql']
    console.error(`${file} is not ${is}. Run \`${command}\` and review it.`)
    process.exitCode = 1
  }
}
