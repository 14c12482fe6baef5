import type { TransportReadiness } from '#modules/incidents'
import type { Probe, Problem } from '#modules/ops'
import type { Database } from '#platform/db'
import { mailBacklog } from '#platform/mail'
import type { Dispatcher } from '#platform/outbox'
import type { Partitioned } from '#platform/partitions'
import { approvalsProbe } from './approvals-probe.ts'
import { automationsProbe } from './automations-probe.ts'
import { catalogProbe } from './catalog-probe.ts'
import { countOf } from './count-of.ts'
import type { Modules } from './create-modules.ts'
import { eventLogProbe } from './event-log-probe.ts'
import { fxProbe } from './fx-probe.ts'
import { ordersProbe } from './orders-probe.ts'
import { partitionsProbe } from './partitions-probe.ts'
import { paymentsProbe } from './payments-probe.ts'
import { secondsBefore } from './seconds-before.ts'
import { webhooksProbe } from './webhooks-probe.ts'

/** What each module tells the health surfaces. The problems say what to do, and lead to the rows behind them. */
export function probesOf(modules: Modules, dispatcher: Dispatcher, parts: ProbeParts): Probe[] {
  return [
    checkouts(modules),
    ordersProbe(modules.fulfilment, parts.now),
    paymentsProbe({ ...modules, now: parts.now }),
    approvalsProbe(modules.approvals, parts.now),
    incidents(modules, parts),
    webhooksProbe(modules.webhooks, parts.now),
    invoicing(modules, parts),
    automationsProbe(modules.automations, dispatcher, parts.now),
    eventLogProbe(dispatcher, parts.now),
    partitionsProbe(parts),
    mailProbe(parts),
    catalogProbe(modules, parts.now),
    fxProbe(modules.fx, parts.now),
  ]
}

export type ProbeParts = {
  readonly database: Database
  readonly now: () => Date
  readonly canSend: boolean
  readonly alertTransports: TransportReadiness
  readonly partitioned: readonly Partitioned[]
}

/** Seconds for which a mail may wait before somebody should look. */
const mailWaitsSecondsMax = 300

function mailProbe({ database, now, canSend }: ProbeParts): Probe {
  return {
    name: 'mail',
    surfaces: ['ops', 'detailed'],
    read: async () => {
      const metrics = await mailBacklog(database.pool, now())
      const { waiting, failed, oldestAgeSeconds, oldestFailedAgeSeconds } = metrics
      const isLate = waiting > 0 && (!canSend || oldestAgeSeconds > mailWaitsSecondsMax)
      return {
        metrics,
        problems: [
          ...problemIf(isLate, {
            code: canSend ? 'mail.behind' : 'mail.no-server',
            message: canSend
              ? `${countOf(waiting, 'mail waits; the mail server does not take it', 'mails wait; the mail server does not take them')}.`
              : `${countOf(waiting, 'mail waits', 'mails wait')}, because MAIL_SMTP_URL is not set.`,
            since: secondsAgo(oldestAgeSeconds),
            action: canSend
              ? 'Check the mail server that MAIL_SMTP_URL names. They are sent by themselves once it answers.'
              : 'Set MAIL_SMTP_URL and MAIL_FROM. What waits is sent after the restart.',
          }),
          ...problemIf(failed > 0, {
            code: 'mail.given-up',
            message: `${countOf(failed, 'mail was given up after its last attempt', 'mails were given up after their last attempt')}.`,
            since: secondsAgo(oldestFailedAgeSeconds),
            action:
              'GET /admin/jobs/given-up?job=platform.send_mail says what each met. Mend that, then retry them.',
          }),
        ],
      }
    },
  }
}

/** A provider's bad hour is over by then. */
const refundWaitsSecondsMax = 900

function checkouts({ checkout }: Modules): Probe {
  return {
    name: 'checkoutLifecycle',
    surfaces: ['detailed', 'ops'],
    read: async () => {
      const metrics = await checkout.lifecycle()
      const { reservedStuck, oldestReservedSeconds } = metrics
      const { reconcilingStuck, oldestReconcilingSeconds } = metrics
      const { reconcilingFailing, oldestFailingSeconds } = metrics
      const waiting = reconcilingStuck - reconcilingFailing
      const { refundsWaiting, oldestRefundWaitingSeconds } = metrics
      const { refundsRefused, oldestRefundRefusedSeconds } = metrics
      return {
        metrics,
        problems: [
          ...problemIf(reservedStuck > 0, {
            code: 'checkout.reserved-stuck',
            message: `${countOf(reservedStuck, 'checkout has', 'checkouts have')} been RESERVED for over 2 minutes.`,
            since: secondsAgo(oldestReservedSeconds),
            action: 'They expire by themselves after 15 minutes. Look for buyers who cannot pay.',
          }),
          ...problemIf(reconcilingFailing > 0, {
            code: 'checkout.orders-failing',
            message: `${countOf(reconcilingFailing, 'checkout meets an error whenever it is carried on. What is paid for it', 'checkouts meet an error whenever they are carried on. What is paid for them')} has no order.`,
            since: secondsAgo(oldestFailingSeconds),
            action:
              'GET /admin/orders/checkout/report: lastError says what each met, and paymentState whether it is paid. Mend that: they are tried again every 30 seconds. What is paid and fails for 15 minutes is given up, and its money goes back.',
          }),
          ...problemIf(waiting > 0, {
            code: 'checkout.reconciling-stuck',
            message: `${countOf(waiting, 'checkout has waited for its payment', 'checkouts have waited for their payment')} for over 5 minutes.`,
            since: secondsAgo(oldestReconcilingSeconds),
            action: 'Check the payment provider and the address it sends its events to.',
          }),
          ...problemIf(oldestRefundWaitingSeconds > refundWaitsSecondsMax, {
            code: 'checkout.refunds-behind',
            message: `${countOf(refundsWaiting, 'payment that was made for nothing has', 'payments that were made for nothing have')} not gone back yet.`,
            since: secondsAgo(oldestRefundWaitingSeconds),
            action:
              'Open /admin/orders, money paid for nothing: it says what each met. They are tried again by themselves.',
          }),
          ...problemIf(refundsRefused > 0, {
            code: 'checkout.refund-refused',
            message: `${countOf(refundsRefused, 'payment that was made for nothing is not paid back by its payment provider', 'payments that were made for nothing are not paid back by their payment provider')}.`,
            since: secondsAgo(oldestRefundRefusedSeconds),
            action:
              'Open /admin/orders, money paid for nothing: try each again, or pay it back by another way and say so. Nobody else does.',
          }),
        ],
      }
    },
  }
}

/** Seconds for which an alert may wait: by then a transport has failed it three times. */
const alertWaitsSecondsMax = 300

function incidents({ incidents: log }: Modules, { alertTransports }: ProbeParts): Probe {
  return {
    name: 'incidentAlerts',
    surfaces: ['ops', 'detailed'],
    read: async () => {
      const [{ open, oldestFiringAgeSeconds }, alerts] = await Promise.all([
        log.metrics(),
        log.alertMetrics(),
      ])
      const total = open.critical + open.warning + open.info
      const { pending, oldestPendingAgeSeconds, permanentlyDropped, collapsed } = alerts
      const { deadLettered, oldestDeadLetterAgeSeconds } = alerts
      return {
        metrics: {
          ...prefixed('open', open),
          oldestFiringAgeSeconds: oldestFiringAgeSeconds ?? 0,
          pending,
          oldestPendingAgeSeconds,
          permanentlyDropped,
          deadLettered,
          oldestDeadLetterAgeSeconds,
          collapsed,
          ...alertTransports,
        },
        problems: [
          ...problemIf(total > 0, {
            code: 'incidents.firing',
            message: `${total} incidents are firing, ${open.critical} of them critical.`,
            since: secondsAgo(oldestFiringAgeSeconds ?? 0),
            action: 'Open the list of incidents: the page of each key says what clears it.',
          }),
          ...problemIf(oldestPendingAgeSeconds > alertWaitsSecondsMax, {
            code: 'incidents.alerts-behind',
            message: `${pending} incident alerts wait; their transport does not take them.`,
            since: secondsAgo(oldestPendingAgeSeconds),
            action:
              'The list of alerts says what each met. Check the address and the token of the transport. They are tried again.',
          }),
          ...problemIf(deadLettered > 0, {
            code: 'incidents.dead-letter',
            message: `${deadLettered} incident alerts were given up after their last attempt.`,
            since: secondsAgo(oldestDeadLetterAgeSeconds),
            action:
              'Open the list of alerts for what each met. Mend the transport, then send them again.',
          }),
        ],
      }
    },
  }
}

function invoicing({ invoices }: Modules, { now }: ProbeParts): Probe {
  return {
    name: 'invoices',
    surfaces: ['ops', 'detailed'],
    read: async () => {
      const metrics = await invoices.metrics()
      const { waiting, suppliersWaitedFor, oldestWaiting, pdfs } = metrics
      const { suppliersLackingDetails } = metrics
      return {
        metrics: {
          waiting,
          suppliersWaitedFor,
          suppliersLackingDetails,
          pdfsFailing: pdfs.failing,
        },
        problems: [
          ...problemIf(pdfs.failing > 0, {
            code: 'invoices.pdf-failing',
            message: `${countOf(pdfs.failing, 'document cannot be rendered as PDF', 'documents cannot be rendered as PDF')}. The documents are issued; their readers get JSON and UBL.`,
            since: (pdfs.oldestFailure ?? now()).toISOString(),
            action:
              'GET /admin/invoices/failing-pdfs says what each rendering met. They are tried again by themselves, at most a day later.',
          }),
          ...problemIf(waiting > 0, {
            code: 'invoices.waiting',
            message: `${countOf(waiting, 'invoice waits', 'invoices wait')} for details of ${countOf(suppliersWaitedFor, 'supplier', 'suppliers')}.`,
            since: (oldestWaiting ?? now()).toISOString(),
            action:
              'The suppliers set their VAT id with PATCH /api/v1/company. What waits is issued within ten minutes. A credit note without an invoice is waived on /admin/orders.',
          }),
        ],
      }
    },
  }
}

function problemIf(isSo: boolean, problem: Problem): Problem[] {
  return isSo ? [problem] : []
}

function secondsAgo(seconds: number): string {
  return secondsBefore(new Date(), seconds)
}

function prefixed(prefix: string, counts: Readonly<Record<string, number>>) {
  const entries = Object.entries(counts)
  return Object.fromEntries(
    entries.map(([name, count]) => [`${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`, count]),
  )
}
