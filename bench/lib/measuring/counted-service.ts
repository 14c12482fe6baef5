import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { countTraffic } from './count-traffic.ts'

/**
 * The service of a checkout, which says over the channel of its parent what it has sent so far. The measuring stands
 * here and not in the service, so that any commit can be measured.
 */
const [root = '', http, postgres, redis] = process.argv.slice(2)
const traffic = countTraffic({
  http: Number(http),
  postgres: Number(postgres),
  redis: Number(redis),
})

process.on('message', () => process.send?.(traffic))
// The channel alone must not keep the process alive.
process.channel?.unref()

const { main } = (await import(pathToFileURL(join(root, 'server/src/main.ts')).href)) as {
  main(tell: (sentence: string) => void): Promise<unknown>
}
await main((sentence) => console.log(sentence))
