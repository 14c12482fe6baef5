import { createClient } from '../client.ts'
import { PurveyorError } from '../errors.ts'
import type { Call, Command } from './command.ts'
import { baseUrlOf, type CommandDeps, connect, tokensOf } from './connection.ts'
import { type Credential, openCredentialStore } from './credentials.ts'
import { CommandError, exitCodes, wrongUsage } from './exit-codes.ts'
import { signInAsApp } from './sign-in-as-app.ts'

/** What an integrator needs. The person may allow less. */
const defaultScope = 'products:read orders:read webhooks:manage'

export const login: Command = {
  about: 'Signs in and keeps the credential for later commands.',
  usage: [
    '--url URL --api-key                   asks for an API key',
    '--url URL --client-id ID              a partner app: opens the browser',
    '--url URL --email you@example.com     a person: asks for the password and a second factor',
  ],
  options: {
    'api-key': { type: 'boolean', about: 'Signs in with an API key.' },
    'client-id': {
      type: 'string',
      about: 'The id of a public partner app that returns to http://127.0.0.1/callback.',
    },
    scope: { type: 'string', about: `The scopes that the app asks for. Default: ${defaultScope}` },
    'no-browser': { type: 'boolean', about: 'Only prints the address for the browser.' },
    email: {
      type: 'string',
      about: 'Signs in as this person. Administrators and operators need it.',
    },
  },
  run: async (call, deps) => {
    const ways = ['api-key', 'client-id', 'email'].filter(
      (way) => call.has(way) || call.text(way) !== undefined,
    )
    if (ways.length !== 1) throw wrongUsage('Give one of --api-key, --client-id and --email.')
    const store = openCredentialStore(deps.env)
    const baseUrl = await baseUrlOf(call.text('url'), deps, store)
    const credential = await signIn(call, baseUrl, deps)
    const name = await nameOf(baseUrl, credential)
    await store.alone(() => store.keep(baseUrl, credential))
    deps.terminal.say(`Signed in at ${baseUrl} as ${name}. The credential is in ${store.path}`)
  },
}

async function signIn(call: Call, baseUrl: string, deps: CommandDeps): Promise<Credential> {
  const [clientId, email] = [call.text('client-id'), call.text('email')]
  if (email !== undefined) return signInAsPerson(baseUrl, email, deps)
  if (clientId !== undefined) {
    const scope = call.text('scope') ?? defaultScope
    const openBrowser = !call.has('no-browser')
    return signInAsApp({ baseUrl, clientId, scope, openBrowser }, deps.terminal)
  }
  return { kind: 'api_key', apiKey: await answerTo('API key', deps) }
}

async function signInAsPerson(
  baseUrl: string,
  email: string,
  deps: CommandDeps,
): Promise<Credential> {
  const { auth } = createClient({ baseUrl })
  const password = await answerTo('Password', deps)
  try {
    const { data } = await auth.signIn({ email, password })
    return { kind: 'session', ...tokensOf(data) }
  } catch (error) {
    const challengeToken = challengeIn(error)
    if (challengeToken === undefined) throw error
    const code = await answerTo('Code of your authenticator app, or a recovery code', deps)
    const factor = /^[0-9]{6}$/.test(code) ? { totp: code } : { recoveryCode: code }
    const { data } = await auth.completeSignIn({ challengeToken, ...factor })
    return { kind: 'session', ...tokensOf(data) }
  }
}

function challengeIn(error: unknown): string | undefined {
  if (!(error instanceof PurveyorError)) return undefined
  return error.code === 'identity.second_factor_required' ? error.details.challengeToken : undefined
}

async function answerTo(question: string, { terminal }: CommandDeps): Promise<string> {
  const answer = (await terminal.ask(question, { secret: true }))?.trim()
  if (!answer) throw wrongUsage(`${question}: nothing was entered.`)
  return answer
}

/** Asks the service, so that a credential that does not work is not kept. */
async function nameOf(baseUrl: string, credential: Credential): Promise<string> {
  const given =
    credential.kind === 'api_key'
      ? { apiKey: credential.apiKey }
      : { accessToken: credential.accessToken }
  const { data } = await createClient({ baseUrl, ...given }).auth.getPrincipal()
  return data.email ?? data.name ?? data.id
}

export const logout: Command = {
  about: 'Ends the session and forgets the credential.',
  usage: [''],
  options: {},
  run: async (call, deps) => {
    const store = openCredentialStore(deps.env)
    const baseUrl = await baseUrlOf(call.text('url'), deps, store)
    const kept = await store.find(baseUrl)
    if (!kept) throw new CommandError(`You are not signed in at ${baseUrl}.`, exitCodes.notAllowed)
    if (kept.kind === 'session') {
      const { client } = await connect(baseUrl, {
        ...deps,
        env: { ...deps.env, PURVEYOR_API_KEY: undefined },
      })
      // A session that has ended already is forgotten as well.
      await client.auth.signOut().catch((error: unknown) => {
        if (!(error instanceof PurveyorError) || error.status !== 401) throw error
      })
    }
    await store.alone(() => store.remove(baseUrl))
    deps.terminal.say(`Signed out of ${baseUrl}.`)
  },
}

export const whoami: Command = {
  about: 'Prints who is signed in, the company and the scopes.',
  usage: [''],
  options: {},
  run: async (call, deps) => {
    const { client, baseUrl } = await connect(call.text('url'), deps)
    const { data } = await client.auth.getPrincipal()
    const lines = {
      service: baseUrl,
      who: [data.name, data.email, data.id].filter(Boolean).join(', '),
      kind: data.kind,
      company: data.companyId,
      roles: data.roles.join(', '),
      scopes: data.scopes.toSorted().join(', '),
    }
    for (const [name, value] of Object.entries(lines)) {
      if (value) deps.terminal.print(`${name.padEnd(8)} ${value}`)
    }
  },
}
