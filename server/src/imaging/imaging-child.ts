import { type ChildOptions, keysOfText } from './child-options.ts'
import { startImaging } from './start-imaging.ts'

/**
 * The program of the child process. It reads its options from the first line of its input, and ends when its input closes, so it
 * never outlives its parent. It writes a byte each second: a child that is silent is stuck.
 */
const beatMs = 1_000
// Ctrl+C in a terminal signals the whole group. The parent decides when its child ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

let input = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text: string) => {
  if (input.includes('\n')) return
  input += text
  if (input.includes('\n')) void start(JSON.parse(input) as ChildOptions)
})
process.stdin.once('close', () => process.exit(0))

async function start({ keys, ...options }: ChildOptions): Promise<void> {
  await startImaging({ ...options, keys: keysOfText(keys), onStuck: () => process.exit(3) })
  process.stdout.write('.')
  setInterval(() => process.stdout.write('.'), beatMs)
}
