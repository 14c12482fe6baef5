import { main } from '../src/main.ts'

/** `npm run seed`: migrates and fills the database of this environment (only `local`), then stops. */
if ((process.env.APP_ENV ?? 'local') !== 'local') {
  console.error('Sample data is only for APP_ENV=local.')
  process.exit(78)
}
const running = await main((sentence) => console.log(sentence))
await running?.stop()
console.log('The sample companies, people and products are loaded.')
process.exit(0)
