import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { aCompany, aPerson } from '#testing/identity'
import { useFolder } from '#testing/tools/folder'
import { aBrowsingPerson } from './oauth-person.ts'
import { allow } from './oauth-world.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const program = fileURLToPath(new URL('../../../sdk/src/cli/main.ts', import.meta.url))
const world = await useWorld()
const { database } = world.parts.platform
const company = await world.company()
const homes = await useFolder()

describe('purveyor', { timeout: 60_000 }, () => {
  it('explains itself, and what was written wrongly', async () => {
    const person = await aUser()
    const help = await person.run(['help'])
    expect(help.code).toBe(0)
    for (const command of ['login', 'keys', 'listen', 'tail', 'replay', 'import', 'readiness']) {
      expect(help.out).toContain(`  ${command}`)
    }
    expect((await person.run(['help', 'listen'])).out).toContain('--address')
    for (const [args, words] of [
      [['lisen'], 'There is no command lisen.'],
      [['tail', '--nothing'], "Unknown option '--nothing'"],
      [['login'], 'Give one of --api-key, --client-id and --email.'],
      [['replay', '--url', world.baseUrl], 'Give the id of a delivery'],
      [['whoami', '--url', 'http://shop.example.com'], 'must begin with https://'],
    ] as const) {
      const wrong = await person.run(args)
      expect([wrong.code, wrong.out]).toEqual([2, ''])
      expect(wrong.err).toContain(words)
    }
  })

  it('keeps an API key that works, for its owner alone', async () => {
    const person = await aUser()
    const login = ['login', '--url', world.baseUrl, '--api-key']
    const wrong = await person.run(login, { input: 'pk_wrong\n' })
    expect(wrong.code).toBe(3)
    expect(wrong.err).toContain(`See ${world.baseUrl}/docs/failure-codes#`)
    expect((await person.run(['whoami', '--url', world.baseUrl])).code).toBe(3)

    const right = await person.run(login, { input: `${company.apiKey}\n` })
    expect(right.code, right.err).toBe(0)
    expect(right.err + right.out).not.toContain(company.apiKey)
    expect((await stat(person.file)).mode & 0o777).toBe(0o600)
    const who = await person.run(['whoami'])
    expect(who.out).toContain(`company  ${company.companyId}`)

    await chmod(person.file, 0o644)
    const open = await person.run(['whoami'])
    expect([open.code, open.err]).toEqual([3, expect.stringContaining('chmod 600')])
    await chmod(person.file, 0o600)
    expect((await person.run(['logout'])).code).toBe(0)
    expect(await readFile(person.file, 'utf8')).not.toContain(company.apiKey)
  })

  it('signs a person in, refreshes the session, and makes and revokes keys', async () => {
    const admin = await aPerson(database, { companyId: company.companyId, role: 'company_admin' })
    const person = await aUser()
    const login = ['login', '--url', world.baseUrl, '--email', admin.email]
    expect((await person.run(login, { input: `${admin.password}\n` })).code).toBe(0)
    await person.expire()
    const both = await Promise.all([person.run(['whoami']), person.run(['whoami'])])
    for (const { code, out, err } of both)
      expect([code, out], err).toEqual([0, expect.stringContaining(admin.email)])

    const made = await person.run(['keys', 'create', 'From the terminal', '--scope', 'orders:read'])
    expect(made.code, made.err).toBe(0)
    const [, keyId = ''] = /Key (\S+) is shown/.exec(made.err) ?? []
    const env = { PURVEYOR_URL: world.baseUrl, PURVEYOR_API_KEY: made.out.trim() }
    expect((await person.run(['whoami'], { env })).out).toContain('scopes   orders:read')
    expect((await person.run(['keys', 'list'])).out).toContain(`${keyId}  ACTIVE`)
    expect((await person.run(['keys', 'revoke', keyId])).code).toBe(0)
    expect((await person.run(['whoami'], { env })).code).toBe(3)
    // Keys make no keys.
    const key = { PURVEYOR_URL: world.baseUrl, PURVEYOR_API_KEY: company.apiKey }
    expect((await person.run(['keys', 'list'], { env: key })).code).toBe(3)
    expect((await person.run(['logout'])).code).toBe(0)
  })

  it('signs a partner app in by the browser, and refreshes its token', async () => {
    const { body } = await company.admin.post('/api/v1/oauth-apps', {
      name: 'Command line',
      type: 'public',
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['orders:read', 'webhooks:manage'],
    })
    const { clientId } = body.data
    const buyer = await aPerson(database, { companyId: company.companyId, role: 'company_admin' })
    const person = await aUser()
    const scope = ['--scope', 'orders:read webhooks:manage', '--no-browser']
    const login = person.start(['login', '--url', world.baseUrl, '--client-id', clientId, ...scope])
    const [address = ''] = (await login.says(/http\S+authorize\S+/)) ?? []
    const callback = new URL(new URL(address).searchParams.get('redirect_uri') ?? '')
    expect(callback.hostname).toBe('127.0.0.1')
    // Somebody else who calls the port learns and changes nothing.
    const forged = await fetch(new URL('?code=forged&state=guessed', callback))
    expect(forged.status).toBe(404)

    const browser = aBrowsingPerson({ [world.baseUrl]: world.baseUrl })
    const scopes = ['orders:read', 'webhooks:manage']
    const returned = await allow(browser, { url: address, verifier: '' }, buyer, scopes)
    expect((await fetch(returned)).status).toBe(200)
    const end = await login.end()
    expect(end.code, end.err).toBe(0)
    await person.expire()
    const who = await person.run(['whoami'])
    expect(who.out).toContain('kind     oauth_app')
    expect(who.out).toContain('scopes   orders:read, webhooks:manage')
  })

  it('listens: prints verified events, refuses others, and cleans up', async () => {
    const person = await aUser()
    const env = { PURVEYOR_URL: world.baseUrl, PURVEYOR_API_KEY: company.apiKey }
    const count = ['--count', '1', '--json', '--event', 'webhook.test']
    const listening = person.start(['listen', ...count], { env })
    const [, webhookId = '', url = ''] =
      (await listening.says(/Webhook (\S+) sends to (\S+)\. /)) ?? []
    const forged = await fetch(url, { method: 'POST', body: '{"type":"order.created"}' })
    expect(forged.status).toBe(400)
    await listening.says(/Refused: /)
    expect((await company.integration.post(`/api/v1/webhooks/${webhookId}/test`)).status).toBe(202)
    const end = await listening.end()
    expect(end.code, end.err).toBe(0)
    expect(JSON.parse(end.out)).toMatchObject({
      type: 'webhook.test',
      companyId: company.companyId,
    })
    expect(end.err).toContain(`Webhook ${webhookId} is deleted.`)
    expect((await company.integration.get(`/api/v1/webhooks/${webhookId}`)).status).toBe(404)
  })

  it('tails the events of the company as they happen, without a webhook', async () => {
    const other = await world.company()
    const person = await aUser()
    const env = { PURVEYOR_URL: world.baseUrl, PURVEYOR_API_KEY: other.apiKey }
    const first = await aTicket(other)
    await expect.poll(() => listed(other), { timeout: 20_000 }).toHaveLength(1)
    const past = await person.run(['tail', '--last', '5', '--count', '1', '--json'], { env })
    expect(past.code, past.err).toBe(0)
    expect(JSON.parse(past.out)).toMatchObject({
      type: 'support.ticket.created',
      companyId: other.companyId,
      entity: { id: first },
    })

    const ofKind = ['--event', 'support.ticket.*', '--count', '2']
    const tailing = person.start(['tail', '--last', '1', ...ofKind], { env })
    await tailing.prints(first)
    const second = await aTicket(other)
    const end = await tailing.end()
    expect(end.code, end.err).toBe(0)
    expect(end.out.split('\n').map((line) => line.split('  ')[2])).toEqual([
      first,
      second,
      undefined,
    ])
    const wrong = await person.run(['tail', '--event', 'order.crated'], { env })
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining('webhooks.event_kind_unknown'),
    ])
  })

  it('tails the deliveries of a webhook, and replays one and a period', async () => {
    const person = await aUser()
    const env = { PURVEYOR_URL: world.baseUrl, PURVEYOR_API_KEY: company.apiKey }
    const receiver = await company.integration.post('/api/v1/webhooks', {
      url: `${world.sandboxUrl}/receiver`,
    })
    const { id } = receiver.body.data
    const since = new Date(Date.now() - 1_000).toISOString()
    await company.integration.post(`/api/v1/webhooks/${id}/test`)
    const tailed = await person.run(['tail', '--webhook', id, '--since', since, '--count', '1'], {
      env,
    })
    expect(tailed.code, tailed.err).toBe(0)
    const [, eventId = ''] = /webhook[.]test {2}(evt_\w+)/.exec(tailed.out) ?? []

    const again = await person.run(['replay', eventId, '--webhook', id], { env })
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^dlv_\w+\n$/)])
    const period = ['replay', '--webhook', id, '--since', since, '--state', 'SUCCEEDED']
    const preview = await person.run([...period, '--preview'], { env })
    expect([preview.code, preview.out]).toEqual([0, ''])
    expect(preview.err).toMatch(/\d+ events match/)
    const none = await person.run(['replay', 'dlv_none'], { env })
    expect([none.code, none.err]).toEqual([
      1,
      expect.stringContaining('webhooks.delivery_not_found'),
    ])
  })

  it('imports a file with progress, and shows the lines that are wrong', async () => {
    const supplierId = await aCompany(database, { supplier: true })
    const admin = await aPerson(database, { companyId: supplierId, role: 'company_admin' })
    const person = await aUser()
    const login = ['login', '--url', world.baseUrl, '--email', admin.email]
    await person.run(login, { input: `${admin.password}\n` })
    const good = join(person.folder, 'good.csv')
    await writeFile(good, 'sku;name;price\nBOLT-M8;Hexagon bolt M8;0.12 EUR\n')
    const done = await person.run(['import', good])
    expect([done.code, done.out], done.err).toEqual([0, expect.stringMatching(/^imp_\w+\n$/)])
    expect(done.err).toContain('COMPLETED 100 %')
    const bad = join(person.folder, 'bad.csv')
    await writeFile(bad, 'sku;name;price\nBOLT-M9;Hexagon bolt M9;cheap\n')
    const failed = await person.run(['import', bad])
    expect(failed.code).toBe(1)
    expect(failed.err).toMatch(/line 2: BOLT-M9: price/)
    expect((await person.run(['import', 'products.pdf'])).code).toBe(2)
  })

  it('tells whether the service is ready: the public part, and all of it to operators', async () => {
    const person = await aUser()
    const anybody = await person.run(['readiness', '--url', world.baseUrl])
    expect(anybody.out).toMatch(/status +(ok|degraded)/)
    expect(anybody.out).not.toContain('database')
    const operator = await aPerson(database, { companyId: company.companyId, role: 'operator' })
    const login = ['login', '--url', world.baseUrl, '--email', operator.email]
    await person.run(login, { input: `${operator.password}\n` })
    expect((await person.run(['readiness'])).out).toMatch(/database +up/)
    const away = await person.run(['readiness', '--url', 'http://127.0.0.1:1'])
    expect([away.code, away.err]).toEqual([4, expect.stringContaining('cannot be reached')])
  })
})

async function aTicket({ buyer }: CompanyOfWorld): Promise<string> {
  const ticket = { subject: 'Late', message: 'Where is it?' }
  const { body, status } = await buyer.post('/api/v1/support/tickets', ticket)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

const listed = async ({ integration }: CompanyOfWorld): Promise<unknown[]> =>
  (await integration.get('/api/v1/webhooks/events')).body.data

type Ended = { readonly code: number | null; readonly out: string; readonly err: string }
type How = { readonly input?: string; readonly env?: Readonly<Record<string, string>> }

/** Somebody at a terminal of their own. */
async function aUser() {
  const folder = await mkdtemp(join(homes, 'home-'))
  const file = join(folder, 'purveyor', 'credentials.json')
  const start = (args: readonly string[], { input = '', env = {} }: How = {}) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...env },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString()
    })
    child.stdin.end(input)
    const closed = once(child, 'close')
    return {
      prints: async (words: string) => {
        while (!out.includes(words) && child.exitCode === null) await once(child.stdout, 'data')
      },
      says: async (words: RegExp) => {
        while (!words.test(err) && child.exitCode === null) await once(child.stderr, 'data')
        return words.exec(err)
      },
      end: async (): Promise<Ended> => {
        await closed
        return { code: child.exitCode, out, err }
      },
    }
  }
  return {
    folder,
    file,
    start,
    run: (args: readonly string[], how?: How) => start(args, how).end(),
    /** The access token has expired. */
    expire: async () => {
      const text = await readFile(file, 'utf8')
      await writeFile(
        file,
        text.replace(/"expiresAt": "[^"]+"/g, '"expiresAt": "2026-01-01T00:00:00Z"'),
      )
    },
  }
}
