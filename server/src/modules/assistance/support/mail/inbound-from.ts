import { findActingMember, platformCompanyId } from '#modules/identity'
import { mailSettings } from '#platform/mail'
import type { Runtime } from '#platform/module'
import type { AttachmentsDeps } from '../attachments/attachments.ts'
import type { SupportDeps } from '../deps.ts'
import { supportSettings } from '../settings.ts'
import type { InboundOptions } from './inbound-server.ts'
import { createMailReader } from './mail-reader.ts'

/** Mails of one person on one ticket in an hour, and connections of one address in a minute. */
const mailsPerHour = 30
const connectionsPerMinute = 300

/** Undefined if the service takes no mail. */
export function inboundFrom(
  { settings, limiterStore, log, metrics, compute }: Runtime,
  deps: SupportDeps & AttachmentsDeps,
): InboundOptions | undefined {
  const { SUPPORT_INBOUND_SMTP_HOST: host, SUPPORT_INBOUND_SMTP_PORT: port } =
    settings.of(supportSettings)
  const { replyAddresses: addresses } = deps.mail
  if (port === undefined || !addresses) return undefined
  const { MAIL_FROM: from = '' } = settings.of(mailSettings)
  const ownDomain = from.replace(/.*@/, '').replace(/>$/, '').toLowerCase()
  return {
    ...deps,
    host,
    port,
    addresses,
    mails: createMailReader(compute),
    log,
    metrics,
    memberOf: findActingMember,
    operatorOf: (conn, userId) => findActingMember(conn, platformCompanyId, userId),
    limiter: limiterStore('support.inbound', { quota: mailsPerHour, windowSeconds: 3_600 }),
    connections: limiterStore('support.inbound_connections', {
      quota: connectionsPerMinute,
      windowSeconds: 60,
    }),
    isOwnMessageId: (id) => ownDomain !== '' && isOwn(id.toLowerCase(), ownDomain),
  }
}

/** The shape of the Message-IDs of `platform/mail`. */
function isOwn(messageId: string, domain: string): boolean {
  const [, digest = '', host] = /^<?([0-9a-f]{40})@([^>]+)>?$/.exec(messageId) ?? []
  return digest !== '' && host === domain
}
