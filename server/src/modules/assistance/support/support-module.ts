import type { Identity } from '#modules/identity'
import type { PictureFiles } from '#modules/images'
import { publicUrlOf } from '#platform/deployment'
import { listRoutes } from '#platform/lists'
import { defineModule } from '#platform/module'
import { createAttachmentAddresses } from './attachments/attachment-addresses.ts'
import { supportJobs, supportSchedules } from './attachments/attachment-jobs.ts'
import { attachmentRoutes } from './attachments/attachment-routes.ts'
import { createAttachments } from './attachments/attachments.ts'
import { depsFrom, type SupportNeeds } from './deps-from.ts'
import { supportEvents } from './events.ts'
import { inboundFrom } from './mail/inbound-from.ts'
import { keepInboundServer } from './mail/inbound-worker.ts'
import { messageList } from './message-list.ts'
import { supportData } from './personal-data-store.ts'
import { supportRoutes } from './routes.ts'
import { createSupport } from './service.ts'
import { supportSettings } from './settings.ts'
import { supportProbe } from './support-probe.ts'
import { ticketList } from './ticket-list.ts'
import { ticketsQueue } from './tickets/ticket-store.ts'
import { createTickets } from './tickets/tickets.ts'
import { supportWorkers } from './tickets/work-on-tickets.ts'

type Needs = SupportNeeds & { readonly identity: Identity; readonly storedFiles: PictureFiles }

/** The support desk: tickets of companies, which operators answer. */
export const supportModule = defineModule({
  name: 'support',
  numbered: { tkt: 'support.tickets' },
  tags: { Support: 'Tickets: questions to the support desk, and its answers.' },
  settings: [supportSettings],
  events: supportEvents,
  personalData: [supportData],
  schedules: supportSchedules,
  inPlaceQueues: [ticketsQueue],
  make: (needs: Needs) => {
    const { database, wake, log, now } = needs
    const publicUrl = publicUrlOf(needs.settings)
    const addresses = createAttachmentAddresses({ sealKeys: needs.sealKeys, publicUrl })
    const deps = depsFrom(needs, addresses)
    const support = createSupport(deps)
    const files = { database, files: needs.storedFiles, addresses, now }
    const inbound = inboundFrom(needs, { ...deps, ...files })
    return {
      services: { support, tickets: createTickets(deps) },
      routes: [
        supportRoutes(support),
        listRoutes(database, ticketList(deps), messageList(support)),
        attachmentRoutes(createAttachments(files)),
      ],
      jobs: supportJobs(files),
      startWorkers: () => [
        ...supportWorkers({ ...deps, wake, log }),
        ...(inbound ? [keepInboundServer(inbound)] : []),
      ],
      probes: () => [supportProbe({ conn: database.pool, now })],
    }
  },
})
