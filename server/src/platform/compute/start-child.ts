import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Opening } from './answer-questions.ts'
import { createFrameReader, encodeFrame } from './frames.ts'
import { readableFolders } from './readable-folders.ts'
import { raiseOomScore, readUsage, type Usage } from './usage.ts'

export type ChildOptions = {
  /** The file that calls `answerQuestions`. */
  readonly entry: URL
  readonly opening: Opening
  /** The limit of the JavaScript heap. */
  readonly heapMaxMb: number
  /** A child with a longer answer is ended. */
  readonly answerBytesMax: number
  onMessage(message: unknown): void
  /** Called when the child has ended, or its answer cannot be read. Called twice when both happen. */
  onEnd(end: ChildEnd): void
}

export type ChildEnd = {
  readonly signal: NodeJS.Signals | null
  /** The last text that the child wrote to its error output, or what was wrong with its answer. */
  readonly lastOutput: string
}

export type Child = {
  send(message: unknown): void
  /** The child has nothing to do. It then does not keep its parent alive. */
  rest(): void
  usage(): Usage
  kill(): void
  readonly ended: Promise<unknown>
}

type Pipes = [stdin: Socket, stdout: null, stderr: Socket, answers: Socket]

const lastOutputMax = 1_000

/**
 * A process that may read our code and its packages and nothing else. It has no environment, so no secret, and it can start no
 * other process.
 */
export function startChild(options: ChildOptions): Child {
  const child = spawn(process.execPath, argumentsOf(options), {
    env: systemEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let lastOutput = ''
  const ended = new Promise<void>((resolve) => {
    const end = (signal: NodeJS.Signals | null): void => {
      options.onEnd({ signal, lastOutput })
      resolve()
    }
    child.once('error', (error) => {
      lastOutput = error.message
      if (child.pid === undefined) end(null)
    })
    child.once('close', (_code, signal) => end(signal))
  })
  // The streams are missing when the system has no file handles left.
  const [stdin, , stderr, answers] = child.stdio as unknown as Pipes
  stderr.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString('utf8')).slice(-lastOutputMax)
  })
  const read = createFrameReader(options.answerBytesMax, options.onMessage)
  answers.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch (error) {
      options.onEnd({ signal: null, lastOutput: (error as Error).message })
    }
  })
  // A pipe that breaks carries no more information than the end of the child.
  for (const stream of [stdin, stderr, answers]) stream.on('error', () => undefined)
  child.unref()
  stdin.unref()
  stderr.unref()
  if (child.pid !== undefined) raiseOomScore(child.pid)
  stdin.write(encodeFrame(options.opening))
  return {
    send: (message) => {
      answers.ref()
      stdin.write(encodeFrame(message))
    },
    rest: () => answers.unref(),
    usage: () => readUsage(child.pid ?? 0),
    kill: () => {
      // Wait until the child has ended.
      child.ref()
      child.kill('SIGKILL')
    },
    ended,
  }
}

const sources = fileURLToPath(new URL('../../', import.meta.url))
const packageFile = fileURLToPath(new URL('../../../package.json', import.meta.url))
/** Computed when the first child starts: a process that computes nothing need not wait for it. */
let packages: readonly string[] | undefined

function argumentsOf({ entry, heapMaxMb }: ChildOptions): string[] {
  packages ??= readableFolders(dirname(packageFile))
  return [
    '--permission',
    ...[sources, packageFile, ...packages].map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapMaxMb}`,
    '--max-semi-space-size=4',
    fileURLToPath(entry),
  ]
}

/** Windows does not start a process without this variable. */
function systemEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env
  return SystemRoot ? { SystemRoot } : {}
}
