import { type Command, commonOptions } from './command.ts'
import { exitCodes } from './exit-codes.ts'

const ends: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'it is done',
  failed: 'the service refused it, or it did not succeed',
  usage: 'the command was not written correctly',
  notAllowed: 'nobody is signed in, or the credential does not permit it',
  unreachable: 'the service did not answer',
}

export function overview(commands: Readonly<Record<string, Command>>): string {
  return [
    'purveyor: the command line of the Purveyor service.',
    '',
    ...Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`),
    '',
    'purveyor help COMMAND tells more about a command.',
    '',
    'Settings: PURVEYOR_URL is the address of the service, PURVEYOR_API_KEY a key in place of the sign-in.',
    '',
    'Exit codes:',
    ...Object.entries(ends).map(
      ([name, sentence]) => `  ${exitCodes[name as keyof typeof exitCodes]}  ${sentence}`,
    ),
  ].join('\n')
}

export function helpOf(name: string, { usage, about, options }: Command): string {
  const described = Object.entries({ ...options, ...commonOptions }).map(
    ([option, { type, about }]) => {
      const shown = type === 'string' ? `--${option} …` : `--${option}`
      return `  ${shown.padEnd(16)} ${about}`
    },
  )
  return [
    about,
    '',
    ...usage.map((line) => `  purveyor ${[name, line].filter(Boolean).join(' ')}`),
    '',
    ...described,
  ].join('\n')
}
