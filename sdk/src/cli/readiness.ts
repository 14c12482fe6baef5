import { createClient } from '../client.ts'
import { PurveyorError } from '../errors.ts'
import type { Command } from './command.ts'
import { baseUrlOf, type CommandDeps, connect } from './connection.ts'
import { openCredentialStore } from './credentials.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

/** Anybody learns whether the service is ready, and operators also what it lacks. */
export const readiness: Command = {
  about:
    'Tells whether the service is ready, and operators what it lacks. For scripts by its exit code.',
  usage: [''],
  options: { json: { type: 'boolean', about: 'Prints the whole answer as JSON.' } },
  run: async (call, deps) => {
    const store = openCredentialStore(deps.env)
    const baseUrl = await baseUrlOf(call.text('url'), deps, store)
    const health = (await operatorHealth(baseUrl, deps)) ?? (await publicHealth(baseUrl))
    const lines = call.has('json') ? [JSON.stringify(health)] : linesOf(health)
    for (const line of lines) deps.terminal.print(line)
    if (health.status !== 'ok' || health.configReadiness.status !== 'ready') {
      throw new CommandError(`${baseUrl} is not ready.`, exitCodes.failed)
    }
  },
}

async function publicHealth(baseUrl: string): Promise<Health> {
  const client = createClient({ baseUrl, retriesMax: 0 })
  try {
    const { data } = await client.health.get()
    return data
  } catch (error) {
    // A service that cannot serve answers 503, and says why.
    if (!(error instanceof PurveyorError) || error.status !== 503) throw error
    throw new CommandError(`${baseUrl} is down.`, exitCodes.failed)
  }
}

/** Undefined for everybody but operators. */
async function operatorHealth(baseUrl: string, deps: CommandDeps): Promise<Health | undefined> {
  try {
    const { client } = await connect(baseUrl, deps)
    const { data } = await client.health.getOpsHealth()
    return data as Health
  } catch (error) {
    const status = error instanceof PurveyorError ? error.status : undefined
    const isNobody = error instanceof CommandError && error.exitCode === exitCodes.notAllowed
    if (isNobody || status === 401 || status === 403 || status === 503) return undefined
    throw error
  }
}

type Health = {
  readonly status: string
  readonly version: string
  readonly configReadiness: {
    readonly status: string
    readonly missing?: readonly string[]
    readonly promotion?: { readonly blockers: readonly unknown[] }
  }
  readonly dependencies?: readonly { readonly name: string; readonly status: string }[]
}

type Problem = { readonly code?: string; readonly message?: string; readonly action?: string }

function linesOf(health: Health): string[] {
  const { status, version, configReadiness, dependencies = [] } = health
  const sections = Object.entries(health).flatMap(([area, section]) =>
    problemsIn(section).map(({ code, message, action }) =>
      [`${area}: ${code ?? ''}`, message, action].filter(Boolean).join(' '),
    ),
  )
  return [
    `status         ${status}`,
    `version        ${version}`,
    `configuration  ${configReadiness.status}`,
    ...dependencies.map((one) => `${one.name.padEnd(14)} ${one.status}`),
    ...(configReadiness.missing ?? []).map((name) => `missing        ${name}`),
    ...sections,
  ]
}

function problemsIn(section: unknown): readonly Problem[] {
  if (typeof section !== 'object' || section === null || !('problems' in section)) return []
  return Array.isArray(section.problems) ? section.problems : []
}
