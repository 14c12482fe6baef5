import { describe, expect, it } from 'vitest'
import { createCompute } from '#platform/compute'
import { createMetrics } from '#platform/telemetry'
import { closeAtEnd } from '#testing/close-at-end'
import { createMailReader } from './mail-reader.ts'

const log = { warn: () => undefined }
const compute = closeAtEnd(createCompute({ log, metrics: createMetrics() }))
const mails = createMailReader(compute)
const head = 'From: Ada <Ada@example.com>\r\nMessage-ID: <1@example.com>\r\n'

describe('a mail in the child process', () => {
  it('is read as its sender, its text and its files', async () => {
    const raw = [
      `${head}Content-Type: multipart/mixed; boundary=b`,
      '--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nGr\xfc\xdfe\r\n> quoted',
      '--b\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nA file.',
      '--b--',
    ]
    expect(await read(mails, raw.join('\r\n\r\n'))).toEqual({
      from: 'ada@example.com',
      messageId: '<1@example.com>',
      text: 'Grüße',
      whole: 'Grüße\n> quoted',
      files: [{ name: 'a.txt', content: expect.stringMatching(/^QSBmaWxlLg/) }],
      isAutomatic: false,
    })
  })

  it('that takes too long ends its child alone, and the next mail is read', async () => {
    const short = createMailReader(compute, { cpuMs: 300 })
    const lines = `${head}\r\n${'x\r\n'.repeat(1_000_000)}`
    await expect(read(short, lines)).rejects.toThrow('takes too long')
    expect(await read(short, `${head}\r\nHello`)).toMatchObject({ text: 'Hello' })
  })

  it.each([
    ['too many parts', `${head}\r\n${'\n--b'.repeat(101)}`],
    ['headers', `${head}${'X-A: b\r\n'.repeat(50_000)}\r\nHello`],
  ])('with %s beyond the limit is not read', async (_what, raw) => {
    await expect(read(mails, raw)).rejects.toMatchObject({ name: 'MailUnreadable' })
  })
})

function read(reader: typeof mails, raw: string) {
  return reader.read('co_1', Buffer.from(raw, 'latin1'))
}
