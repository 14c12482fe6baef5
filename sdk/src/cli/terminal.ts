import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export type Terminal = {
  /** A line of the result, on standard output. */
  readonly print: (line: string) => void
  /** A line about the work, on standard error, so that the result can be piped. */
  readonly say: (line: string) => void
  /** Asks for one line. What is typed for a secret is not shown. Undefined: the input has ended. */
  readonly ask: (question: string, options?: { secret?: boolean }) => Promise<string | undefined>
  readonly close: () => void
}

/** Reads standard input only when a command asks: then it may also be a file or a pipe with one answer on each line. */
export function openTerminal(): Terminal {
  let input: ReturnType<typeof readLines> | undefined
  return {
    print: (line) => process.stdout.write(`${line}\n`),
    say: (line) => process.stderr.write(`${line}\n`),
    ask: async (question, { secret = false } = {}) => {
      process.stderr.write(`${question}: `)
      input ??= readLines()
      return input.next(secret)
    },
    close: () => input?.close(),
  }
}

function readLines() {
  const { stdin, stderr } = process
  const isTerminal = stdin.isTTY === true
  let hidden = false
  const echo = new Writable({
    write: (chunk, _encoding, done) => {
      if (!hidden) stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: stdin, output: echo, terminal: isTerminal })
  const iterator = lines[Symbol.asyncIterator]()
  return {
    next: async (secret: boolean): Promise<string | undefined> => {
      hidden = secret
      const { value, done } = await iterator.next()
      if (hidden || !isTerminal) stderr.write('\n')
      hidden = false
      return done ? undefined : value
    },
    close: () => lines.close(),
  }
}
