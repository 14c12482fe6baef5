import { describe, expect, it } from 'vitest'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const list = '/api/v1/company/cost-centers'

const csv = (...lines: string[]) => new Blob([lines.join('\r\n')], { type: 'text/csv' })

const preview = ({ admin }: CompanyOfWorld, file: Blob) =>
  admin.post(`${list}/imports/preview`, file)

const importFile = ({ admin }: CompanyOfWorld, file: Blob, digest: string) =>
  admin.post(`${list}/imports?digest=${digest}`, file)

async function previewAndImport(company: CompanyOfWorld, file: Blob) {
  const { body } = await preview(company, file)
  return importFile(company, file, body.data.digest)
}

const codesOf = async ({ buyer }: CompanyOfWorld) =>
  (await buyer.get(`${list}?sort=code`)).body.data.map(
    ({ code, name, state }: Record<string, string>) => `${code} ${name} ${state}`,
  )

describe('a file of cost centres', () => {
  it('is previewed, which changes nothing, and then imported', async () => {
    const company = await world.company()
    await company.admin.post(list, { code: '1', name: 'One' })
    await company.admin.post(list, { code: '2', name: 'Two' })
    const file = csv('code;name;state', '1;Uno;', '2;;ENDED', '3;"Three; and more";')
    const blank = await preview(company, file)
    expect(blank.body.data).toMatchObject({
      problemCount: 1,
      problems: [{ line: 3, column: 'name', problem: 'NAME_MISSING' }],
    })
    const refused = await importFile(company, file, blank.body.data.digest)
    expect([refused.status, refused.body.meta.code]).toEqual([422, 'structure.import_has_problems'])
    expect(refused.body.meta.details).toMatchObject({ count: 1, problems: [{ line: 3 }] })

    const right = csv('code;name;state', '1;Uno;', '2;Two;ENDED', '3;"Three; and more";')
    const seen = await preview(company, right)
    expect(seen.body.data).toMatchObject({
      created: 1,
      changed: 1,
      ended: 1,
      unchanged: 0,
      problems: [],
      changes: [
        { line: 2, action: 'CHANGE', code: '1', name: 'Uno' },
        { line: 3, action: 'END', code: '2' },
        { line: 4, action: 'CREATE', code: '3', name: 'Three; and more' },
      ],
    })
    expect(await codesOf(company)).toEqual(['1 One ACTIVE', '2 Two ACTIVE'])
    const { digest } = seen.body.data
    expect((await importFile(company, right, digest)).body.data).toEqual(seen.body.data)
    const after = ['1 Uno ACTIVE', '2 Two ENDED', '3 Three; and more ACTIVE']
    expect(await codesOf(company)).toEqual(after)
    const again = await importFile(company, right, digest)
    expect(again.body.data).toMatchObject({ created: 0, changed: 0, ended: 0, unchanged: 3 })
    expect(await codesOf(company)).toEqual(after)
  })

  it('is refused when the list or the file differs from the preview', async () => {
    const company = await world.company()
    const { id } = (await company.admin.post(list, { code: '1', name: 'One' })).body.data
    const file = csv('code,name', '1,Uno')
    const { digest } = (await preview(company, file)).body.data
    const other = await importFile(company, csv('code,name', '1,Eins'), digest)
    expect([other.status, other.body.meta.code]).toEqual([409, 'structure.import_differs'])
    await company.admin.patch(`${list}/${id}`, { name: 'Un' })
    const late = await importFile(company, file, digest)
    expect(late.body.meta.code).toBe('structure.import_differs')
    const now = late.body.meta.details as { digest: string }
    expect((await importFile(company, file, now.digest)).status).toBe(200)
    expect(await codesOf(company)).toEqual(['1 Uno ACTIVE'])
  })

  it('may be the downloaded one, whose formulas are text', async () => {
    const company = await world.company()
    await previewAndImport(company, csv('code,name', '-1,=1+1', '2,Two'))
    const download = await fetch(`${world.baseUrl}${list}.csv`, {
      headers: { 'x-api-key': company.apiKey },
    })
    const text = await download.text()
    expect(text).toContain("'=1+1")
    const { body } = await preview(company, csv(text))
    expect(body.data).toMatchObject({ unchanged: 2, problemCount: 0, changes: [] })
    const renamed = await previewAndImport(company, csv(text.replace('"2"', '"20"')))
    expect(renamed.body.data).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await codesOf(company)).toEqual(['-1 =1+1 ACTIVE', '20 Two ACTIVE'])
  })

  it('has columns, ends its quotes and is not too long', async () => {
    const company = await world.company()
    const codeOf = async (file: Blob) => {
      const { status, body } = await preview(company, file)
      return [status, body.meta.code]
    }
    expect(await codeOf(csv(''))).toEqual([422, 'structure.import_columns_missing'])
    expect(await codeOf(csv('name', 'x'))).toEqual([422, 'structure.import_columns_missing'])
    expect(await codeOf(csv('code,name', '1,"x'))).toEqual([422, 'structure.import_malformed'])
    const long = Array.from({ length: 2001 }, (_, at) => `${at},x`)
    expect(await codeOf(csv('code,name', ...long))).toEqual([413, 'structure.import_too_large'])
    const wide = csv('code,name', `1,${'x'.repeat(1_048_576)}`)
    expect(await codeOf(wide)).toEqual([413, 'structure.import_too_large'])
    const most = csv('code,name', ...long.slice(1))
    expect((await previewAndImport(company, most)).body.data).toMatchObject({ created: 2000 })
  })

  it('is imported once, however many send it at the same time', async () => {
    const company = await world.company()
    const file = csv('code,name', '1,One', '2,Two')
    const { digest } = (await preview(company, file)).body.data
    const all = await Promise.all([1, 2, 3].map(() => importFile(company, file, digest)))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(all.filter(({ body }) => body.data.created === 2)).toHaveLength(1)
    expect(await codesOf(company)).toHaveLength(2)
  })

  it('is for administrators of the company alone', async () => {
    const { buyer, approver, integration } = await world.company()
    const file = csv('code,name', '1,One')
    for (const other of [buyer, approver, integration]) {
      expect((await other.post(`${list}/imports/preview`, file)).status).toBe(403)
      expect((await other.post(`${list}/imports?digest=${'0'.repeat(64)}`, file)).status).toBe(403)
    }
  })
})
