import { parseArgs } from 'node:util'
import { type Call, type Command, commonOptions } from './command.ts'
import type { CommandDeps } from './connection.ts'
import { endOf, exitCodes, wrongUsage } from './exit-codes.ts'
import { helpOf, overview } from './help.ts'
import { importFile } from './import-file.ts'
import { keys } from './keys.ts'
import { listen } from './listen.ts'
import { login, logout, whoami } from './login.ts'
import { readiness } from './readiness.ts'
import { replay } from './replay.ts'
import { tail } from './tail.ts'

export const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  whoami,
  keys,
  listen,
  tail,
  replay,
  import: importFile,
  readiness,
}

/** Runs one command and returns how it ended. Errors that a person can do something about are printed as sentences. */
export async function runCommand(args: readonly string[], deps: CommandDeps): Promise<number> {
  const [name = 'help', ...rest] = args
  try {
    if (['help', '--help', '-h'].includes(name)) return printHelp(rest[0], deps)
    const command = commandOf(name)
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...command.options, ...commonOptions },
      allowPositionals: true,
    })
    if (values.help === true) return printHelp(name, deps)
    await command.run(callOf(positionals, values), deps)
    return exitCodes.done
  } catch (error) {
    const end = endOf(error)
    if (!end) throw error
    for (const line of end.lines) deps.terminal.say(line)
    return end.exitCode
  }
}

function printHelp(name: string | undefined, { terminal }: CommandDeps): number {
  const text = name === undefined ? overview(commands) : helpOf(name, commandOf(name))
  terminal.print(text)
  return exitCodes.done
}

function commandOf(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw wrongUsage(`There is no command ${name}. Run: purveyor help`)
  return command
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

function callOf(words: readonly string[], values: Values): Call {
  const textsOf = (option: string) =>
    [values[option] ?? []].flat().filter((value) => typeof value === 'string')
  return {
    words,
    text: (option) => textsOf(option)[0],
    texts: textsOf,
    has: (option) => values[option] === true,
  }
}
