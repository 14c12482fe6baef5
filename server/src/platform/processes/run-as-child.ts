const beatMs = 1_000

/**
 * The frame of a program that `keepChild` starts. It reads its options from the first line of its input, and ends when its input
 * closes, so it never outlives its parent. It writes a byte each second: a child that is silent is stuck.
 */
export function runAsChild<Options>(start: (options: Options) => Promise<unknown>): void {
  // Ctrl+C in a terminal signals the whole group. The parent decides when its child ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const begin = async (line: string) => {
    await start(JSON.parse(line) as Options)
    process.stdout.write('.')
    setInterval(() => process.stdout.write('.'), beatMs)
  }
  let input = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (text: string) => {
    if (input.includes('\n')) return
    input += text
    if (input.includes('\n')) void begin(input)
  })
  process.stdin.once('close', () => process.exit(0))
}
