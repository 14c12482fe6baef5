import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aPerson } from '#testing/identity'
import { createClient } from './client.ts'
import { tablesWith } from './dump.ts'
import { pathOf } from './matrix.ts'
import { useWorld } from './world.ts'

/** One for each kind, in the shape that the kind has: whoever looks for shapes must find them, and so must we. */
const canaries: Readonly<Record<string, string>> = {
  password: `passphrase ${token(16)}`,
  'access token': `eyJhbGciOiJIUzI1NiJ9.${token(24)}.${token(24)}`,
  'refresh token': `eyJ0eXAiOiJydCtqd3QifQ.${token(24)}.${token(24)}`,
  'API key': `pvy_test_${token(12)}_${token(32)}`,
  'webhook secret': `whsec_${token(24)}`,
  'OAuth token': token(32),
  'OAuth secret': token(32),
  'link of an export': token(32),
  'card number': `4000${Date.now()}`,
  'session cookie': token(24),
  'signature of a provider': `t=1,v1=${token(32)}`,
}
const idempotencyKey = `idem-${token(16)}`

const lines: string[] = []
const answers: { readonly route: string; readonly status: number; readonly text: string }[] = []
const world = await useWorld({ lines })
const ours = await world.company()
const { email } = await aPerson(world.parts.platform.database, { companyId: ours.companyId })
for (const credential of [ours.admin.headers, ours.integration.headers]) {
  for (const { method, url } of world.app.http.routeTable) {
    await tryAll(method, url, credential, email)
  }
}

describe('a secret that is sent to any route in any place', () => {
  it('was sent to all of them', () => {
    const routes = new Set(answers.map(({ route }) => route))
    expect(routes.size).toBeGreaterThan(60)
    expect(answers.length).toBeGreaterThan(2_000)
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    expect(kindsIn(JSON.stringify(canaries))).toEqual(Object.keys(canaries))
  })

  it('is in no log line', () => {
    expect(lines.length).toBeGreaterThan(2_000)
    const found = lines.flatMap((line) => kindsIn(line).map((kind) => `${kind}: ${line}`))
    expect(found).toEqual([])
    expect(lines.filter((line) => line.includes(idempotencyKey))).toEqual([])
  })

  it('is in no refusal, unless as an unknown id', () => {
    const refusals = answers.filter(({ status }) => status >= 400)
    const found = refusals.flatMap(({ route, text }) => {
      const { details, ...meta } = (parsed(text)?.meta ?? {}) as { details?: object }
      const ids = Object.values(details ?? {})
      const said = ids.reduce<string>((rest, id) => rest.replaceAll(String(id), ''), text)
      return kindsIn(`${said}${JSON.stringify(meta)}`).map((kind) => `${kind} in ${route}: ${text}`)
    })
    expect(found).toEqual([])
  })

  it('is in no audit entry, metric label or database row', async () => {
    const operator = await world.operator()
    const metrics = await fetch(`${world.baseUrl}/metrics`, { headers: operator.headers })
    expect(metrics.status).toBe(200)
    expect(kindsIn(await metrics.text())).toEqual([])
    const { pool } = world.parts.platform.database
    for (const [kind, secret] of Object.entries(canaries)) {
      // What somebody called a thing is kept as its name.
      const tables = await tablesWith(pool, secret)
      expect(
        tables.filter((table) => table.startsWith('platform.audit')),
        kind,
      ).toEqual([])
      if (kind !== 'OAuth secret') expect(tables, kind).toEqual([])
    }
    const { body } = await createClient(world.baseUrl, {
      bearer: (operator.headers.authorization ?? '').slice('Bearer '.length),
    }).get('/admin/audit?limit=100')
    expect(kindsIn(JSON.stringify(body))).toEqual([])
  })
})

function parsed(text: string): { readonly meta?: object } | undefined {
  try {
    return JSON.parse(text) as { readonly meta?: object }
  } catch {
    return undefined
  }
}

/** Every secret goes to every route, wherever a client could put one by mistake. */
async function tryAll(
  method: string,
  url: string,
  credential: object,
  email: string,
): Promise<void> {
  if (method === 'OPTIONS') return
  const secrets = Object.values(canaries)
  const fields = Object.fromEntries(secrets.map((secret, at) => [`field${at}`, secret]))
  const known = {
    email,
    password: canaries.password,
    refreshToken: canaries['refresh token'],
    token: canaries['link of an export'],
    name: canaries['OAuth secret'],
    card: { number: canaries['card number'] },
  }
  const query = new URLSearchParams(fields)
  const ways = [
    { path: pathOf(url), body: { ...known, ...fields } },
    { path: `${pathOf(url)}?${query}`, body: known },
    ...secrets.map((secret) => ({
      path: url.replace(/:[A-Za-z]+|[*]/g, encodeURIComponent(secret)),
      body: { deep: [{ secret }] },
    })),
  ]
  for (const [at, { path, body }] of ways.entries()) {
    const withBody = method !== 'GET' && method !== 'HEAD'
    const response = await fetch(`${world.baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'idempotency-key': `${idempotencyKey}-${at}`,
        'x-payment-signature': canaries['signature of a provider'] ?? '',
        cookie: `purveyor=${canaries['session cookie']}`,
        referer: `https://shop.example/?token=${canaries['access token']}`,
        'user-agent': `Shop ${canaries['OAuth token']}`,
        ...(withBody ? { 'content-type': 'application/json' } : {}),
        // Half of them with a credential of ours, the others with one that was never ours.
        ...(at % 2 === 0 ? credential : { authorization: `Bearer ${canaries['access token']}` }),
      },
      ...(withBody ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    answers.push({ route: `${method} ${url}`, status: response.status, text })
  }
}

function token(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

/** The kinds of secret that are in a text. */
const kindsIn = (text: string) =>
  Object.entries(canaries)
    .filter(([, secret]) => text.includes(secret) || text.includes(encodeURIComponent(secret)))
    .map(([kind]) => kind)
