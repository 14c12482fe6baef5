import { PurveyorError } from '../errors.ts'

/** How a command ended, for scripts. The help and docs/command-line.md name the same. */
export const exitCodes = {
  done: 0,
  /** The service refused the request, or what was asked for did not succeed. */
  failed: 1,
  /** The command was not written correctly. */
  usage: 2,
  /** Nobody is signed in, or the credential does not permit it. */
  notAllowed: 3,
  /** The service did not answer. */
  unreachable: 4,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A reason to end that is no bug. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode) {
    super(message)
    this.exitCode = exitCode
  }
}

export function wrongUsage(message: string): CommandError {
  return new CommandError(message, exitCodes.usage)
}

/** The sentences for people, and the exit code. Undefined: a bug, which the caller throws. */
export function endOf(
  error: unknown,
): { lines: readonly string[]; exitCode: ExitCode } | undefined {
  if (error instanceof CommandError) return { lines: [error.message], exitCode: error.exitCode }
  if (isParseError(error)) return { lines: [error.message], exitCode: exitCodes.usage }
  if (!(error instanceof PurveyorError)) return undefined
  const { sentence, code, requestId, docs, status } = error
  const request = requestId === undefined ? '' : `, request ${requestId}`
  return {
    lines: [`${sentence} (${code}${request})`, ...(docs === undefined ? [] : [`See ${docs}`])],
    exitCode: exitCodeOf(status),
  }
}

function exitCodeOf(status: number): ExitCode {
  if (status === 0) return exitCodes.unreachable
  return status === 401 || status === 403 ? exitCodes.notAllowed : exitCodes.failed
}

function isParseError(error: unknown): error is Error {
  const code = error instanceof Error && (error as { code?: unknown }).code
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')
}
