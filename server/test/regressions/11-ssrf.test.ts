import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWebhooks, webhooksRoutes } from '#modules/webhooks'
import { createOutbound, type Resolve } from '#platform/net'
import { closeAtEnd } from '#testing/close-at-end'
import { useHttp } from '#testing/http'
import { useWebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager } from '#testing/webhooks'
import { createDelivering } from '../../src/modules/connections/webhooks/deliveries/delivering.ts'

/** A listener on every address of this machine, which nothing may reach. */
const canary = closeAtEnd(
  createServer((socket) => {
    touched += 1
    socket.destroy()
  }),
)
let touched = 0
let port = 0

/** What the name server says, which the attacker changes between the check and the call. */
let answers: Record<string, string[]> = {}
const resolve: Resolve = async (hostname) =>
  (answers[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const manager = aWebhookManager('co_own')
/** As it is deployed: the guard is in force. */
const outbound = closeAtEnd(
  createOutbound({ allowPrivate: false, userAgent: 'Purveyor/test', resolve }),
)

canary.listen(0)
await once(canary, 'listening')
port = (canary.address() as AddressInfo).port
const service = await useWebhookService()
const deployed = createWebhooks({ ...service.deps, outbound })
const http = await useHttp(webhooksRoutes(deployed), {
  authenticate: async () => manager,
  now: service.deps.now,
})

beforeEach(() => {
  touched = 0
  answers = {
    'public.test': ['93.184.216.34'],
    'inside.test': ['10.0.0.1'],
    'mixed.test': ['93.184.216.34', '127.0.0.1'],
  }
})

describe(
  'SSRF: n8n GHSA-jp9j-jr97-w9pj, GHSA-95ph-833c-4wrp, CVE-2026-54307, CVE-2026-56348; n8n-mcp CVE-2026-39974, ' +
    'CVE-2026-42449; LiteLLM CVE-2024-6587',
  () => {
    it.each([
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0',
      '0.0.0.0',
      '[::]',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:169.254.169.254]',
      '[::ffff:a9fe:a9fe]',
      '[64:ff9b::127.0.0.1]',
      '[2002:7f00:1::]',
      '[fe80::1]',
      '[fd00:ec2::254]',
      '169.254.169.254',
      '168.63.129.16',
      '100.100.100.200',
      '10.0.0.1',
      '192.168.0.1',
      '１２７.０.０.１',
      '①②⑦.⓪.⓪.①',
      '%31%32%37.0.0.1',
      'localhost',
      'localhost.',
      'ⓛocalhost',
      'app.localhost',
      'metadata.google.internal',
      'printer.local',
      'inside.test',
      'mixed.test',
      'unknown.test',
    ])('no webhook is registered at %s, and nothing is reached', async (host) => {
      for (const url of [
        `https://${host}/`,
        `https://${host}:8443/`,
        `https://${host}:${port}/`,
        `http://${host}:${port}/`,
      ]) {
        const answer = await register(url)
        expect([400, 422], url).toContain(answer.statusCode)
      }
      expect(touched).toBe(0)
    })

    it('a refusal reveals nothing more', async () => {
      const said = new Set<string>()
      for (const host of ['127.0.0.1', 'inside.test', 'unknown.test', '169.254.169.254']) {
        const { meta, error } = (await register(`https://${host}/`)).json()
        said.add(`${meta.code} ${error} ${JSON.stringify(meta.details ?? {})}`)
      }
      expect([...said]).toHaveLength(1)
    })

    it.each([
      'http://public.test/',
      'ftp://public.test/',
      'file:///etc/passwd',
      'gopher://public.test/',
      'javascript:alert(1)',
      'https://user:pass@public.test/',
      'https://public.test@127.0.0.1/',
      'https://public.test:22/',
      'https://public.test:6379/',
      'https://public.test#@127.0.0.1/',
      'https://public.test\\@127.0.0.1/',
      'https:\t//127.0.0.1/',
      `https://public.test/${'a'.repeat(2_048)}`,
      ['https://public.test/'],
      { href: 'https://public.test/', toString: 'https://127.0.0.1/' },
      null,
      1,
    ])('%j is refused as the address of a webhook', async (url) => {
      expect([400, 422]).toContain((await register(url)).statusCode)
    })

    it('the checked address is the stored one, also after a change', async () => {
      const created = await register('https://public.test/hook')
      expect(created.statusCode, created.body).toBeLessThan(300)
      const { id, url } = created.json().data
      expect(url).toBe('https://public.test/hook')
      for (const host of ['127.0.0.1', 'inside.test', '[::ffff:127.0.0.1]']) {
        const changed = await http.inject({
          method: 'PATCH',
          url: `/api/v1/webhooks/${id}`,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ url: `https://${host}/` }),
        })
        expect([400, 422]).toContain(changed.statusCode)
      }
    })

    it('a name that moves inside after the check is not called', async () => {
      const company = aWebhookManager('co_rebinding')
      answers['rebinding.test'] = ['93.184.216.34']
      await aWebhook(deployed, company, { url: 'https://rebinding.test:8443/' })
      answers['rebinding.test'] = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
      await service.publish('co_rebinding')
      const delivering = createDelivering({ ...service.deps, outbound })
      await delivering.turn()
      await delivering.settled()
      expect(touched).toBe(0)
      const { rows } = await deliveriesOf('co_rebinding')
      expect(rows.length).toBeGreaterThan(0)
      for (const { state } of rows) expect(state).not.toBe('DELIVERED')
    })
  },
)

async function deliveriesOf(companyId: string) {
  const { sql } = await import('#platform/db')
  return sql<{ state: string }>`
    select state from webhooks.deliveries where company_id = ${companyId}
  `.execute(service.database.pool)
}

const register = (url: unknown) =>
  http.inject({
    method: 'POST',
    url: '/api/v1/webhooks',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ name: 'x', url, events: ['*'] }),
  })
