import { writeSync } from 'node:fs'
import { answerQuestions, answersFd } from './answer-questions.ts'

/** The actions that tests order from a child. */
export type Deed =
  | { readonly do: 'echo'; readonly value: unknown }
  | {
      readonly do: 'loop' | 'allocate' | 'fill_heap' | 'die' | 'be_killed' | 'print' | 'look_around'
    }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'write'; readonly hex: string }
  | { readonly do: 'read'; readonly path: string }
  | { readonly do: 'import'; readonly packageName: string }

answerQuestions<{ readonly fails?: boolean }, Deed, { readonly value: unknown }>((setup) => {
  if (setup.fails) throw new Error('It cannot be set up.')
  return async (deed) => ({ value: await doDeed(deed) })
})

async function doDeed(deed: Deed): Promise<unknown> {
  switch (deed.do) {
    case 'echo':
      return deed.value
    case 'loop':
      for (;;) performance.now()
    case 'allocate': {
      // This memory is outside the JavaScript heap, so the heap limit does not count it.
      const kept: Buffer[] = []
      for (;;) kept.push(Buffer.alloc(16_000_000, 1))
    }
    case 'fill_heap': {
      const kept: object[] = []
      for (;;) kept.push({ n: kept.length })
    }
    case 'die':
      return process.exit(3)
    case 'be_killed':
      return process.kill(process.pid, 'SIGKILL')
    case 'print':
      console.log('{"value":"not an answer"}')
      return 'printed'
    case 'sleep':
      return new Promise((resolve) => setTimeout(() => resolve('slept'), deed.ms))
    case 'write':
      return writeSync(answersFd, Buffer.from(deed.hex, 'hex'))
    case 'read':
      return (await import('node:fs')).readFileSync(deed.path, 'utf8')
    case 'import':
      return Object.keys(await import(deed.packageName)).length > 0
    case 'look_around':
      return { pid: process.pid, names: Object.keys(process.env) }
  }
}
