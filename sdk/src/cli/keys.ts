import { PurveyorError } from '../errors.ts'
import type { Call, Command } from './command.ts'
import { type CommandDeps, connect } from './connection.ts'
import { wrongUsage } from './exit-codes.ts'

/** Only administrators who are signed in as persons may: neither a key nor an app makes keys. */
export const keys: Command = {
  about: 'Lists, creates and revokes API keys. Sign in as an administrator with --email.',
  usage: ['list', 'create NAME --scope orders:read --scope orders:write', 'revoke KEY_ID'],
  options: {
    scope: { type: 'string', multiple: true, about: 'A scope of the new key. Repeat it for more.' },
    expires: { type: 'string', about: 'When the new key expires, such as 2027-01-31T00:00:00Z.' },
  },
  run: async (call, deps) => {
    const [action = 'list', subject] = call.words
    if (action === 'list') return listKeys(call, deps)
    if (!subject) throw wrongUsage(`Name it: purveyor keys ${action} …`)
    if (action === 'create') return createKey(subject, call, deps)
    if (action === 'revoke') return revokeKey(subject, call, deps)
    throw wrongUsage(`There is no purveyor keys ${action}. Use list, create or revoke.`)
  },
}

async function listKeys(call: Call, deps: CommandDeps): Promise<void> {
  const { client } = await connect(call.text('url'), deps)
  for await (const { id, state, keyStart, keyEnd, name, scopes } of client.apiKeys.each()) {
    deps.terminal.print(
      `${id}  ${state.padEnd(8)} ${keyStart}…${keyEnd}  ${name}  ${scopes.join(' ')}`,
    )
  }
}

async function createKey(name: string, call: Call, deps: CommandDeps): Promise<void> {
  const scopes = call.texts('scope')
  if (scopes.length === 0) throw wrongUsage('Give at least one --scope, such as orders:read.')
  const expiresAt = call.text('expires')
  const { client } = await connect(call.text('url'), deps)
  const body = { name, scopes, ...(expiresAt === undefined ? {} : { expiresAt }) }
  const create = () => client.apiKeys.create(body as Parameters<typeof client.apiKeys.create>[0])
  const { data } = await withStepUp(create, client, deps)
  deps.terminal.say(`Key ${data.id} is shown only now:`)
  deps.terminal.print(data.key ?? '')
}

async function revokeKey(keyId: string, call: Call, deps: CommandDeps): Promise<void> {
  const { client } = await connect(call.text('url'), deps)
  await withStepUp(() => client.apiKeys.revoke(keyId), client, deps)
  deps.terminal.say(`Key ${keyId} is revoked.`)
}

type Client = Awaited<ReturnType<typeof connect>>['client']

/** Asks for the password again if the service wants the person to confirm that they are there. */
async function withStepUp<Result>(
  work: () => Promise<Result>,
  { auth }: Client,
  { terminal }: CommandDeps,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const wanted = error instanceof PurveyorError && error.code === 'identity.step_up_required'
    if (!wanted) throw error
    const password = (await terminal.ask('Password, to confirm this', { secret: true }))?.trim()
    if (!password) throw error
    await auth.stepUp({ password })
    return work()
  }
}
