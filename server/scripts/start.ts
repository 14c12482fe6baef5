import { type AppEnvironment, isDeployed } from '#platform/config'
import { buildDocsIfStale, prepare } from './prepare-start.ts'

/** `npm start`: starts everything on this machine. Nothing needs to be set up. */
await prepare()
const startedAt = performance.now()
const { main } = await import('../src/main.ts')
const running = await main((sentence) => console.log(sentence))
// A deployed process reports to its log only.
if (running && !isDeployed((process.env.APP_ENV ?? 'local') as AppEnvironment)) {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const { access, baseUrl } = running
  console.log(`\nPurveyor is ready after ${seconds} s.\n`)
  console.log(`  API        ${baseUrl}/api/v1`)
  if (access) {
    console.log(`  Documents  ${access.docsUrl}, and the API reference at ${access.docsUrl}/api`)
    console.log(`  Operators  ${access.adminUrl}`)
    console.log(`  Receiver   ${access.receiverUrl}   (shows the webhooks that it got)\n`)
    for (const role of ['operator', 'buyer', 'approver', 'companyAdmin', 'supplier'] as const) {
      const { email, password } = access[role]
      console.log(`  ${role.padEnd(12)} ${email}   ${password}`)
    }
    console.log(`  ${'API key'.padEnd(12)} ${access.apiKey}\n`)
    const folder = process.env.PURVEYOR_DATA_DIR ?? '.purveyor'
    console.log(`All of this is also in ${folder}/local-access.json.`)
  }
  void buildDocsIfStale()
  console.log('Ctrl-C stops it, the database included. Play the main job with: npm run demo')
}
