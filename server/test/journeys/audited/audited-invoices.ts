import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import type { Play, Stage } from './audited-changes.ts'

/** Of goods that left before there were invoices. */
async function aCreditNoteAlone({ world, ours }: Stage): Promise<string> {
  const now = new Date()
  const id = newId('inv', now)
  const orderId = newId('ord', now)
  const party = { companyId: ours.companyId, name: 'Example GmbH', country: 'DE' }
  const content = {
    seller: party,
    buyer: party,
    shipTo: party,
    orderId,
    orderedOn: '2025-01-02',
    suppliedOn: '2025-01-03',
    precedes: [],
    lines: [],
    charges: [],
    breakdown: [],
    prepaidMinor: '0',
    paymentMethod: 'card',
  }
  await sql`
    insert into invoices.documents (company_id, id, supplier_company_id, order_id, ordered_by, kind, source_id,
      state, currency, net_minor, tax_minor, total_minor, content, created_at)
    values (${ours.companyId}, ${id}, ${ours.companyId}, ${orderId}, 'nobody', 'CREDIT_NOTE', 'of the audit',
      'WAITING', 'EUR', 100, 19, 119, ${JSON.stringify(content)}, ${now})
  `.execute(world.parts.platform.database.pool)
  return id
}

const registration = { legalRegistration: 'HRB 12345' }

export const invoicePlays: Readonly<Record<string, Play>> = {
  'PATCH /api/v1/company/invoice-details': async ({ ours }, send) =>
    send(ours.admin, 'PATCH', '/api/v1/company/invoice-details', {
      bankAccount: { iban: 'DE89370400440532013000' },
    }),
  'PATCH /admin/companies/:companyId/invoice-details': async ({ ours, operator }, send) =>
    send(operator, 'PATCH', `/admin/companies/${ours.companyId}/invoice-details`, registration),
  'POST /admin/invoices/waiting/:invoiceId/waive': async (stage, send) =>
    send(stage.operator, 'POST', `/admin/invoices/waiting/${await aCreditNoteAlone(stage)}/waive`, {
      note: 'Credited on paper.',
    }),
}
