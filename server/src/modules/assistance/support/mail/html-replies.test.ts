import { expect, it } from 'vitest'
import { htmlOfLetter } from '#platform/mail'
import { type LetterFacts, letterOf } from './letters.ts'
import { parseMail } from './parse-mail.ts'

const own = 'Here is the photo.\nTwo boxes are open.'
const ownHtml = '<div>Here is the photo.<br>Two boxes are open.</div>'
const facts = {
  ticket: { id: 'tkt_1', number: 'T-2026-000001', subject: 'Open boxes', priority: 'NORMAL' },
  message: { text: 'A photo, please.' },
  author: 'Ada',
  attachments: 0,
  link: 'https://shop.example.com/support#tkt_1',
  takesReplies: true,
} as unknown as LetterFacts
const letter = letterOf('replied', facts, 'de')
/** What a mail program quotes of ours. */
const quoted = /<body[^>]*>([\s\S]*)<\/body>/.exec(htmlOfLetter(letter))?.[1] ?? ''
const sender = 'Purveyor &lt;<a href="mailto:r1@replies.example.com">r1@replies.example.com</a>&gt;'

/** As these programs wrote replies in 2025, shortened to their structure. */
const replies = {
  'Gmail in English': `<div dir="ltr">${ownHtml}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, Nov 23, 2026 at 3:00 PM ${sender} wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><u></u>${quoted}</blockquote></div>`,
  'Gmail in German': `<div dir="ltr">${ownHtml}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Am Mo., 23. Nov. 2026 um 15:00&nbsp;Uhr schrieb ${sender}:<br></div><blockquote class="gmail_quote">${quoted}</blockquote></div>`,
  'Outlook in English': `<html><head><style>p.MsoNormal{margin:0}</style></head><body lang="EN-US"><div class="WordSection1"><p class="MsoNormal">Here is the photo.<o:p></o:p></p><p class="MsoNormal">Two boxes are open.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b>From:</b> ${sender} <br><b>Sent:</b> Monday, November 23, 2026 3:00 PM<br><b>To:</b> Bea Buyer &lt;bea@example.com&gt;<br><b>Subject:</b> Re: [T-2026-000001] Open boxes<o:p></o:p></p></div></div>${quoted}</div></body></html>`,
  'Outlook on the web in German': `<html><body><div class="elementToProof">Here is the photo.</div><div class="elementToProof">Two boxes are open.</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font><b>Von:</b> ${sender}<br><b>Gesendet:</b> Montag, 23. November 2026 15:00<br><b>An:</b> Bea &lt;bea@example.com&gt;<br><b>Betreff:</b> Re: [T-2026-000001] Open boxes</font><div>&nbsp;</div></div><div>${quoted}</div></body></html>`,
  'Gmail in French': `<div dir="ltr">${ownHtml}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Le lun. 23 nov. 2026 à 15:00, ${sender} a écrit :<br></div><blockquote class="gmail_quote" style="margin:0">${quoted}</blockquote></div><div><br clear="all"></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">Bea Buyer</div>`,
  'Outlook in French': `<html><body lang="FR"><div class="WordSection1"><p class="MsoNormal">Here is the photo.</p><p class="MsoNormal">Two boxes are open.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>De&nbsp;:</b> ${sender}<br><b>Envoyé&nbsp;:</b> lundi 23 novembre 2026 15:00<br><b>À&nbsp;:</b> Bea &lt;bea@example.com&gt;<br><b>Objet&nbsp;:</b> Re: [T-2026-000001] Open boxes</p></div>${quoted}</div></body></html>`,
  'Apple Mail in German': `<html><body>${ownHtml}<br><div dir="ltr">Von meinem iPhone gesendet</div><div dir="ltr"><br><blockquote type="cite">Am 23.11.2026 um 15:00 schrieb Purveyor &lt;r1@replies.example.com&gt;:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${quoted}</div></blockquote></body></html>`,
  'Thunderbird in German, below the quote': `<html><body><div class="moz-cite-prefix">Am 23.11.26 um 15:00 schrieb Purveyor:<br></div><blockquote type="cite" cite="mid:1@purveyor.example">${quoted}</blockquote><p>Here is the photo.<br>Two boxes are open.</p><pre class="moz-signature" cols="72">-- <br>Bea Buyer</pre></body></html>`,
  'Thunderbird in English, above the quote': `<html><body><p>Here is the photo.<br>Two boxes are open.</p><div class="moz-signature">-- <br>Bea Buyer</div><div class="moz-cite-prefix">On 11/23/26 15:00, Purveyor wrote:<br></div><blockquote type="cite" cite="mid:1@purveyor.example">${quoted}</blockquote></body></html>`,
  'Apple Mail in French': `<html><body>${ownHtml}<br><div><blockquote type="cite"><div>Le 23 nov. 2026 à 15:00, Purveyor &lt;r1@replies.example.com&gt; a écrit :</div><br class="Apple-interchange-newline"><div>${quoted}</div></blockquote></div></body></html>`,
}

it.each(Object.entries(replies))(
  'of a reply that is only HTML, from %s, the message has the own text',
  async (_program, html) => {
    expect((await textOf('text/html', html))?.replace(/\n+/g, '\n')).toBe(own)
  },
)

it('of a reply as text from Outlook, the message has the own text', async () => {
  const head = [
    '________________________________',
    'De : Purveyor <r1@replies.example.com>',
    'Envoyé : lundi 23 novembre 2026 15:00',
    'À : Bea <bea@example.com>',
    'Objet : Re: [T-2026-000001] Open boxes',
  ]
  expect(await textOf('text/plain', [own, '', ...head, '', letter.text].join('\n'))).toBe(own)
})

it('own text that is indented stays', async () => {
  const html = `<div>Here is the list:</div><blockquote style="margin:0 0 0 40px;border:none"><div>ten boxes</div></blockquote>`
  expect(await textOf('text/html', html)).toBe('Here is the list:\n\nten boxes')
})

it('what looks like headers stays where the person wrote it', async () => {
  const lines = 'From: the stock\nTo: Hamburg\nWhen: Monday\n\nThanks'
  expect(await textOf('text/plain', `${lines}\n\n${letter.text.replace(/^/gm, '> ')}`)).toBe(lines)
})

async function textOf(type: string, body: string): Promise<string | undefined> {
  const content = Buffer.from(body).toString('base64')
  const head = `From: bea@example.com\r\nMIME-Version: 1.0\r\nContent-Type: ${type}; charset=utf-8`
  const mail = `${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n`
  const answer = await parseMail(Buffer.from(mail))
  return 'mail' in answer ? answer.mail.text : undefined
}
