import { describe, expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'

const own = 'Here is the photo.\n\nTwo boxes are open.'
const letter = [
  '=-=-= Write your reply above this line =-=-=',
  '',
  'Ada has answered your ticket:',
  '',
  '    A photo, please.',
  '',
  'https://shop.example.com/support#tkt_1',
]
const quoted = letter.map((line) => `> ${line}`.trimEnd()).join('\n')
const plain = letter.join('\n')
/** What stands in other mails of the desk, which have no line above which to write. */
const older = '> A photo, please.\n>\n> Ada'

/** The text parts of replies as these programs write them. Names and addresses are invented. */
const replies: Readonly<Record<string, string>> = {
  'Gmail in English': `${own}\n\nOn Mon, Nov 23, 2026 at 3:00\u202fPM Purveyor <r1@replies.example.com> wrote:\n\n${quoted}\n`,
  'Gmail in English, wrapped': `${own}\n\nOn Mon, Nov 23, 2026 at 3:00 PM Purveyor of fine bolts and nuts <\nr1@replies.example.com> wrote:\n\n${quoted}\n`,
  'Gmail in German, with a signature below the quote': `${own}\n\nAm Mo., 23. Nov. 2026 um 15:00 Uhr schrieb Purveyor <\nr1@replies.example.com>:\n\n${quoted}\n\n\n-- \nBea Buyer\nEinkauf, Example GmbH\n`,
  'Gmail in French': `${own}\n\nLe lun. 23 nov. 2026 à 15:00, Purveyor <r1@replies.example.com> a écrit :\n\n${quoted}\n`,
  'Apple Mail in English': `${own}\n\n> On 23 Nov 2026, at 15:00, Purveyor <r1@replies.example.com> wrote:\n> \n${quoted}\n`,
  'Apple Mail in German, from a phone': `${own}\n\nVon meinem iPhone gesendet\n\n> Am 23.11.2026 um 15:00 schrieb Purveyor <r1@replies.example.com>:\n> \n> \uFEFF${quoted.slice(2)}\n`,
  'Apple Mail in French, from a phone': `${own}\n\nEnvoyé de mon iPhone\n\n> Le 23 nov. 2026 à 15:00, Purveyor <r1@replies.example.com> a écrit :\n> \n${quoted}\n`,
  'Apple Mail in English, from a phone': `${own}\n\nSent from my iPhone\n\n> On Nov 23, 2026, at 3:00\u202fPM, Purveyor <r1@replies.example.com> wrote:\n> \n${quoted}\n`,
  'Thunderbird in English, above the quote': `${own}\n\n-- \nBea Buyer\nExample GmbH\n\n\nOn 23/11/2026 15:00, Purveyor wrote:\n${quoted}\n`,
  'Thunderbird in English, below the quote': `On 11/23/26 15:00, Purveyor wrote:\n${quoted}\n\n${own}\n\n-- \nBea Buyer\nExample GmbH\n`,
  'Thunderbird in German, below the quote': `Am 23.11.26 um 15:00 schrieb Purveyor:\n${quoted}\n\n${own}\n`,
  'Thunderbird in French, below the quote': `Le 23/11/2026 à 15:00, Purveyor a écrit :\n${quoted}\n\n${own}\n\n-- \nBea Buyer\n`,
  'Outlook in English': `${own}\n\nFrom: Purveyor <r1@replies.example.com>\nSent: Monday, November 23, 2026 3:00 PM\nTo: Bea Buyer <bea@example.com>\nSubject: Re: [T-2026-000001] Open boxes\n\n${plain}\n`,
  'Outlook in German': `${own}\n\nVon: Purveyor <r1@replies.example.com>\nGesendet: Montag, 23. November 2026 15:00\nAn: Bea Buyer <bea@example.com>\nBetreff: Re: [T-2026-000001] Open boxes\n\n${plain}\n`,
  'Outlook in French': `${own}\n\nDe : Purveyor <r1@replies.example.com>\nEnvoyé : lundi 23 novembre 2026 15:00\nÀ : Bea Buyer <bea@example.com>\nObjet : Re: [T-2026-000001] Open boxes\n\n${plain}\n`,
  'Outlook on the web': `${own}\n\n________________________________\nFrom: Purveyor <r1@replies.example.com>\nSent: Monday, November 23, 2026 3:00 PM\nTo: Bea Buyer <bea@example.com>\nSubject: Re: [T-2026-000001] Open boxes\n\n${plain}\n`,
  'Outlook on a phone': `${own}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Purveyor <r1@replies.example.com>\nSent: Monday, November 23, 2026 3:00:00 PM\nTo: Bea Buyer <bea@example.com>\nSubject: Re: [T-2026-000001] Open boxes\n\n${plain}\n`,
  'Outlook of old': `${own}\n\n-----Original Message-----\nFrom: Purveyor [mailto:r1@replies.example.com]\nSent: Monday, November 23, 2026 3:00 PM\nTo: Bea Buyer\nSubject: Re: [T-2026-000001] Open boxes\n\n${plain}\n`,
  'Outlook of old in German': `${own}\n\n-----Ursprüngliche Nachricht-----\nVon: Purveyor <r1@replies.example.com> \nGesendet: Montag, 23. November 2026 15:00\nAn: Bea Buyer <bea@example.com>\nBetreff: Re: [T-2026-000001] Open boxes\n\n${plain}\n`,
  'Outlook of old in French': `${own}\n\n-----Message d'origine-----\nDe : Purveyor <r1@replies.example.com> \nEnvoyé : lundi 23 novembre 2026 15:00\nÀ : Bea Buyer <bea@example.com>\nObjet : Re: [T-2026-000001] Open boxes\n\n${plain}\n`,
  'Outlook for Mac': `${own}\n\nFrom: Purveyor <r1@replies.example.com>\nDate: Monday, 23. November 2026 at 15:00\nTo: Bea Buyer <bea@example.com>\nSubject: Re: [T-2026-000001] Open boxes\n${plain}\n`,
  'GMX in German': `${own}\n\nGesendet: Montag, 23. November 2026 um 15:00 Uhr\nVon: Purveyor <r1@replies.example.com>\nAn: bea@example.com\nBetreff: Re: [T-2026-000001] Open boxes\n\n${plain}\n`,
  'a program that quotes an older mail': `${own}\n\nOn Monday, Ada wrote:\n${older}\n`,
  'a program that quotes without signs': `${own}\n\nOn Monday, November 23, 2026 at 03:00:00 PM GMT+1, Purveyor <r1@replies.example.com> wrote:\n\nA photo, please.\n\nAda\n`,
  'a person with a short signature': `${own}\n\n--\nBea`,
}

describe('the message of a reply', () => {
  it.each(Object.entries(replies))('from %s is the own text', async (_program, text) => {
    const mail = await read(text)
    expect(mail?.text).toBe(own)
    // Agents can read the rest.
    expect(mail?.whole?.trim()).toBe(text.replaceAll('\r\n', '\n').trim())
  })

  it('is the same with the line ends of mail', async () => {
    for (const text of Object.values(replies))
      expect((await read(text.replaceAll('\n', '\r\n')))?.text).toBe(own)
  })

  it.each([
    ['ends with a colon', 'The numbers are:'],
    ['begins as an introduction does', 'On Monday we get new boxes.\nAm Dienstag nicht:\n4, 5'],
    ['tells what somebody wrote', 'On Monday Ada wrote:\nplease send two boxes.\n\nDo it.'],
    ['names who sends what to whom', 'From: the stock\nTo: Hamburg\nWhen: Monday\n\nThanks'],
    ['has hyphens', 'a -- b\n---\n- one\n-- two'],
    ['has a lone sign', 'We need > 5 boxes.\nOr >6.'],
    ['answers quotes', '> Which boxes?\nThe two on top.\n> How many pieces?\nTen.'],
  ])('that %s is the whole mail', async (_what, text) => {
    expect(await read(text)).toMatchObject({ text })
    expect((await read(text))?.whole).toBeUndefined()
  })

  it('keeps the quotes that it answers, without the introduction', async () => {
    const answers = '> Which boxes?\n\nThe two on top.\n\n> How many pieces?\n\nTen.'
    const text = `Hello Ada,\n\nOn Mon, Nov 23, 2026 at 3:00 PM Ada <r1@replies.example.com> wrote:\n\n${answers}\n\n> Ada\n\n-- \nBea`
    expect((await read(text))?.text).toBe(`Hello Ada,\n\n${answers}`)
  })

  it('is kept beside the beginning of a long mail', async () => {
    const mail = await read(`${own}\n\nOn Monday Ada wrote:\n${'> line\n'.repeat(20_000)}`)
    expect(mail?.text).toBe(own)
    expect(mail?.whole).toHaveLength(50_000)
  })
})

it.each([
  ['introductions', 'On a@b 2026 10:00\nOn x wrote:\nx\n'],
  ['introductions without an end', 'On <a@b> \n'],
  ['half introductions', `On ${'schrieb '.repeat(40)}\n`],
  ['headers', 'From: x\nDate: y\n\n'],
  ['senders', 'From: x\n'],
  ['quotes and texts', '> a\nb\n'],
  ['signs', '>'],
  ['delimiters', '-- \n'],
  ['hyphens', '-'],
  ['blank lines', ' \n'],
  ['spaces', ' '],
  ['signatures', `${'Sent from my '.repeat(20)}\n`],
  ['colons', ':\n'],
])('a mail of many %s is read', async (_what, part) => {
  // Time that grows with the square of its length would be hours.
  const text = part.repeat(Math.ceil(2_000_000 / part.length))
  expect((await read(text))?.text.length).toBeLessThanOrEqual(text.length)
})

async function read(body: string) {
  const content = Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n')
  const head =
    'From: bea@example.com\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8'
  const mail = `${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n`
  const answer = await parseMail(Buffer.from(mail))
  return 'mail' in answer ? answer.mail : undefined
}
