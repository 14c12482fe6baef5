import { createHash } from 'node:crypto'
import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { newId } from '#kernel/id'
import { attachmentBytesMax, attachmentTypeOf, fileNameFrom, sha256Of } from '#platform/attachments'
import type { Conn } from '#platform/db'
import type { Limiter } from '#platform/http'
import { insertAttachment } from '../attachments/attachment-store.ts'
import { type AttachmentsDeps, fileKeyOf } from '../attachments/attachments.ts'
import type { Reachable, SupportDeps } from '../deps.ts'
import { findParticipant } from '../tickets/participant-store.ts'
import { attachmentsMax, textMax } from '../tickets/ticket.ts'
import { writeMessage } from '../tickets/write-message.ts'
import { type MailReader, MailUnreadable } from './mail-reader.ts'
import { writeMail } from './mails.ts'
import type { ParsedMail } from './parse-mail.ts'
import type { ReplyAddresses } from './reply-address.ts'

export type InboundDeps = SupportDeps &
  Pick<AttachmentsDeps, 'files'> & {
    readonly addresses: ReplyAddresses
    /** An active member with present roles. Undefined for people who left. */
    readonly memberOf: (conn: Conn, companyId: string, userId: string) => Promise<Actor | undefined>
    readonly operatorOf: (conn: Conn, userId: string) => Promise<Actor | undefined>
    readonly mails: MailReader
    /** Counts the mails of one person on one ticket. */
    readonly limiter: Limiter
    /** Recognises the Message-IDs of the mails of this service. */
    readonly isOwnMessageId: (messageId: string) => boolean
  }

/** Who replies to which ticket, as a signed address proves. */
export type Replier = {
  readonly ticketId: string
  readonly actor: Actor
  readonly reader: Reachable
}

/** An answer of the mail server other than success. The sender's server tries again after 4xx, and gives up after 5xx. */
export class MailDeclined extends Error {
  override readonly name = 'MailDeclined'
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const unknownAddress = '5.1.1 This address takes no mail. Reply to the newest mail of your ticket.'

/** Throws `MailDeclined` unless the address was signed for a person who may still write to the ticket. */
export async function findReplier(deps: InboundDeps, address: string): Promise<Replier> {
  const { addresses, now } = deps
  const { pool } = deps.database
  const read = addresses.read(address)
  const found = read && (await findParticipant(pool, read))
  if (!read || !found || !addresses.isSigned(read, found.personId, now())) {
    throw new MailDeclined(550, unknownAddress)
  }
  const { companyId, personId, isAgent } = found
  const actor = isAgent
    ? await deps.operatorOf(pool, personId)
    : await deps.memberOf(pool, companyId, personId)
  const [reader] = isAgent
    ? await deps.mail.reachAgents(pool, [personId])
    : await deps.mail.reachMembers(pool, companyId, [personId])
  if (!actor?.scopes.has('support:write') || !reader) throw new MailDeclined(550, unknownAddress)
  // Before a byte of the mail is read, and also for mails that are ignored later.
  const limit = await deps.limiter.take(`${read.ticketId}/${personId}`)
  if (!limit.allowed) throw new MailDeclined(450, '4.7.1 Too many mails in an hour. Send it later.')
  return { ticketId: read.ticketId, actor, reader }
}

export type Received = 'written' | 'repeated' | 'ignored'

/** Makes a message of a mail. A mail that nobody wrote is accepted and ignored, so that two programs never answer each other. */
export async function receiveMail(
  deps: InboundDeps,
  replier: Replier,
  raw: Buffer,
): Promise<Received> {
  const mail = await deps.mails.read(replier.actor.companyId, raw).catch((error: unknown) => {
    if (error instanceof MailUnreadable) throw new MailDeclined(550, `5.6.0 ${error.message}`)
    throw error
  })
  const isOwn = mail.messageId !== undefined && deps.isOwnMessageId(mail.messageId)
  if (mail.isAutomatic || isOwn) return 'ignored'
  const { actor, reader, ticketId } = replier
  if (mail.from !== reader.email.toLowerCase()) {
    throw new MailDeclined(
      550,
      '5.7.1 Reply from the address at which you got the mail. Nobody else may use this address.',
    )
  }
  const { text, attachmentIds } = await prepare(deps, replier, mail)
  const mailDigest = digestOf(mail, raw)
  const { whole: mailText } = mail
  const input = { ticketId, text, attachmentIds, via: 'EMAIL', mailDigest, mailText } as const
  try {
    const written = await deps.database.transaction((tx) =>
      writeMessage(deps, tx, actor, input, deps.now()),
    )
    return written ? 'written' : 'repeated'
  } catch (error) {
    if (error instanceof Failure) throw new MailDeclined(550, `5.7.1 ${error.message}`)
    throw error
  }
}

/** Stores the accepted files. A file that ends unused is deleted after a day. */
async function prepare(
  deps: InboundDeps,
  { actor, reader }: Replier,
  { text, files }: ParsedMail,
): Promise<{ readonly text: string; readonly attachmentIds: readonly string[] }> {
  const accepted: string[] = []
  const refused: string[] = []
  for (const { name, content } of files) {
    const fileName = fileNameFrom(name)
    const id =
      accepted.length < attachmentsMax
        ? await keep(deps, actor, fileName, Buffer.from(content, 'base64'))
        : undefined
    if (id === undefined) refused.push(fileName)
    else accepted.push(id)
  }
  const names = refused.slice(0, attachmentsMax).join(', ')
  const note = writeMail(reader.locale, 'not_accepted', { count: refused.length, names })
  const whole = refused.length === 0 ? text : `${text}\n\n[${note}]`.trim()
  if (whole === '' && accepted.length === 0) {
    throw new MailDeclined(550, '5.6.0 The mail has no text above the quoted mail.')
  }
  if (whole.length > textMax) {
    throw new MailDeclined(552, `5.3.4 The text has more than ${textMax} characters.`)
  }
  return { text: whole, attachmentIds: accepted }
}

async function keep(
  deps: InboundDeps,
  actor: Actor,
  name: string,
  content: Buffer,
): Promise<string | undefined> {
  if (content.length === 0 || content.length > attachmentBytesMax) return undefined
  const mediaType = await attachmentTypeOf(content)
  if (!mediaType) return undefined
  const now = deps.now()
  const attachment = {
    companyId: actor.companyId,
    id: newId('att', now),
    ticketId: undefined,
    messageId: undefined,
    name,
    mediaType,
    bytes: content.length,
    uploadedBy: actor.id,
    createdAt: now,
  }
  await insertAttachment(deps.database.pool, attachment, sha256Of(content))
  await deps.files.write(fileKeyOf(attachment.id), content, mediaType)
  return attachment.id
}

/** A mail without a Message-ID is recognised by its bytes. */
function digestOf({ messageId }: ParsedMail, raw: Buffer): string {
  return createHash('sha256')
    .update(messageId ?? raw)
    .digest('hex')
}
