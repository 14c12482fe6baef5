import type { CommandDeps } from './connection.ts'

export type Command = {
  /** How it is called, without `purveyor`. */
  readonly usage: readonly string[]
  readonly about: string
  readonly options: Readonly<Record<string, Option>>
  readonly run: (call: Call, deps: CommandDeps) => Promise<void>
}

type Option = {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly about: string
}

/** What was typed after the name of the command. */
export type Call = {
  readonly words: readonly string[]
  text(option: string): string | undefined
  texts(option: string): readonly string[]
  has(option: string): boolean
}

/** Every command that speaks to a service has it. */
export const commonOptions: Readonly<Record<string, Option>> = {
  url: {
    type: 'string',
    about: 'The address of the service. Default: PURVEYOR_URL, then the last sign-in.',
  },
  help: { type: 'boolean', about: 'Prints this text.' },
}
