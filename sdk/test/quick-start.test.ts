import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createClient, PurveyorError } from '../src/index.ts'

describe('the quick start of the README', () => {
  it('searches the catalogue with typed products', async () => {
    const { client, requests } = purveyorWith([
      200,
      { success: true, data: [{ id: 'prd_1', name: 'Hex bolt' }], meta: { total: 1, limit: 10 } },
    ])

    const { data: products, meta } = await client.get('/api/v1/products', {
      params: { query: { q: 'hex bolt M8', limit: 10, brand: ['Acme', 'Other'] } },
    })
    const total: number = meta.total
    const names: string[] = products.map((product) => product.name)

    expect([names, total]).toEqual([['Hex bolt'], 1])
    expect(requests[0]?.url).toBe(
      'https://purveyor.example.com/api/v1/products?q=hex%20bolt%20M8&limit=10&brand=Acme&brand=Other',
    )
  })

  it('reads every page of the orders', async () => {
    const page = (id: string, nextCursor?: string): [number, unknown] => [
      200,
      { success: true, data: [{ id }], meta: { limit: 1, ...(nextCursor && { nextCursor }) } },
    ]
    const { client } = purveyorWith(page('ord_2', 'next'), page('ord_1'))

    const ids: string[] = []
    for await (const order of client.each('/api/v1/orders')) ids.push(order.id)

    expect(ids).toEqual(['ord_2', 'ord_1'])
  })

  it('adds to the cart and reads the code of a refusal', async () => {
    const { client } = purveyorWith([
      409,
      {
        success: false,
        error: 'The product is already in the cart.',
        meta: { code: 'cart.item_exists', requestId: 'req_1', details: { item: { id: 'ci_1' } } },
      },
    ])

    const call = client.post('/api/v1/cart/items', { body: { productId: 'prd_1', quantity: 4 } })

    await expect(call).rejects.toBeInstanceOf(PurveyorError)
    await expect(call).rejects.toMatchObject({ code: 'cart.item_exists', requestId: 'req_1' })
  })

  it('checks out with an Idempotency-Key that the client makes', async () => {
    const { client, requests } = purveyorWith([201, { success: true, data: {}, meta: {} }])
    const shipTo = {
      name: 'Goods in',
      line1: 'Hauptstr. 1',
      city: 'Berlin',
      postalCode: '10115',
      country: 'DE',
    }

    await client.post('/api/v1/checkout', {
      body: { expectedSnapshotVersion: 3, shipTo },
      idempotencyKey: 'purchase-4711',
    })

    expect(requests[0]?.headers.get('idempotency-key')).toBe('purchase-4711')
  })

  it('returns a PDF as bytes and a CSV file as text', async () => {
    const file = (type: string, content: BodyInit) =>
      new Response(content, { headers: { 'content-type': type } })
    const { client } = purveyorWith(
      [200, file('application/pdf', new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff]))],
      [200, file('application/xml; charset=utf-8', '<Invoice/>')],
      [200, file('text/csv; charset=utf-8', 'id,occurredAt')],
      [200, file('application/pdf', '%PDF')],
    )
    const params = { path: { invoiceId: 'inv_1' } }

    const { data: pdf } = await client.get('/api/v1/invoices/{invoiceId}/pdf', { params })
    const bytes: ArrayBuffer = await pdf.arrayBuffer()
    const { data: ubl } = await client.get('/api/v1/invoices/{invoiceId}/ubl', { params })
    const { data: table } = await client.get('/api/v1/audit/export')
    const texts: string[] = [ubl, table]

    expect(new Uint8Array(bytes).at(-1)).toBe(0xff)
    expect(texts).toEqual(['<Invoice/>', 'id,occurredAt'])
    // What somebody wants otherwise they get so.
    const asked = await client.get('/api/v1/invoices/{invoiceId}/pdf', { params, parseAs: 'text' })
    expect(asked.data).toBe('%PDF')
  })

  it('uploads a catalogue file unchanged', async () => {
    const { client, requests } = purveyorWith([202, { success: true, data: {}, meta: {} }])

    await client.post('/api/v1/catalog/imports', {
      body: 'sku;price\n1;2.50',
      headers: { 'content-type': 'text/csv' },
    })

    expect(requests[0]?.headers.get('content-type')).toBe('text/csv')
    expect(await requests[0]?.text()).toBe('sku;price\n1;2.50')
  })

  it('does not compile with a field that the service does not know', () => {
    const { client } = purveyorWith()
    const mistakes = [
      // @ts-expect-error There is no such path.
      () => client.get('/api/v1/nothing'),
      // @ts-expect-error There is no such parameter.
      () => client.get('/api/v1/products', { params: { query: { limit: 'ten' } } }),
      // @ts-expect-error The body is required.
      () => client.post('/api/v1/cart/items'),
    ]
    expect(mistakes).toHaveLength(3)
  })
})

describe('the package', () => {
  it('is JavaScript that Node loads from node_modules', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'purveyor-sdk-'))
    try {
      const script = join(import.meta.dirname, '../scripts/pack.ts')
      await node([script, folder])
      const modules = join(folder, 'node_modules')
      await mkdir(modules)
      await cp(join(folder, 'package'), join(modules, '@purveyor/sdk'), { recursive: true })
      const dependency = createRequire(import.meta.url).resolve('openapi-fetch/package.json')
      await symlink(dirname(dependency), join(modules, 'openapi-fetch'), 'dir')
      const program = `import { createClient } from '@purveyor/sdk'; console.log(typeof createClient)`

      expect(await node(['--input-type=module', '-e', program], folder)).toBe('function\n')
      const installed = join(modules, '@purveyor/sdk')
      const { bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
      const help = await node([join(installed, bin.purveyor), 'help'], folder)
      expect(help).toContain('purveyor: the command line')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('has its command in the repository too, before any type is made', async () => {
    const root = join(import.meta.dirname, '../..')
    const folder = await mkdtemp(join(tmpdir(), 'purveyor-clone-'))
    try {
      const isCommitted = (path: string) => !/[.]generated[.]|node_modules/.test(path)
      for (const path of ['openapi.json', 'sdk']) {
        await cp(join(root, path), join(folder, path), { recursive: true, filter: isCommitted })
      }
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
      const { bin } = JSON.parse(await readFile(join(folder, 'sdk/package.json'), 'utf8'))
      const command = join(folder, 'sdk', bin.purveyor)
      expect((await stat(command)).mode & 0o111).toBe(0o111)
      expect(await node([command, 'help'], folder)).toContain('purveyor: the command line')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

async function node(args: readonly string[], cwd = process.cwd()): Promise<string> {
  return (await promisify(execFile)(process.execPath, args, { cwd })).stdout
}

/** The service of the README: it is here for its types, and answers each call with the next of these. */
function purveyorWith(...answers: [status: number, body: unknown][]) {
  const requests: Request[] = []
  const client = createClient({
    baseUrl: 'https://purveyor.example.com',
    apiKey: '<API_KEY>',
    fetch: async (request) => {
      requests.push(request)
      const [status, body] = answers[requests.length - 1] ?? [500, {}]
      return body instanceof Response ? body : Response.json(body, { status })
    },
  })
  return { client, requests }
}
