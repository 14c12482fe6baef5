import { sql } from 'kysely'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** Orders are trade documents: they keep the people that they name. */
export const ordersData: PersonalData = {
  name: 'orders',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select o.id, jsonb_build_object('companyId', o.company_id, 'orderId', o.id, 'number', o.number, 'placedAt', o.placed_at,
          'requested', o.requested_by is not distinct from ${person.userId},
          'state', o.state, 'poNumber', o.po_number, 'costCenter', o.cost_center, 'note', o.note,
          'shipTo', o.ship_to, 'deliveries', o.deliveries, 'billTo', o.bill_to, 'totalMinor', o.total_minor, 'currency', o.currency) as data
        from orders.orders o
        where o.company_id = ${companyId} and (o.placed_by = ${person.userId} or o.requested_by = ${person.userId}) ${before === undefined ? sql`` : sql`and o.id < ${before}`}
        order by o.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from orders.orders
      where company_id = any(${[...companyIds]}) and (placed_by = ${userId} or requested_by = ${userId})
    `.execute(tx)
    const count = rows[0]?.count ?? 0
    if (count === 0) return []
    const reason = 'Commercial and tax law: orders and invoices are kept for ten years.'
    return [{ what: 'orders', count, reason }]
  },
}

/** What a person has proposed as a supplier or decided as a buyer. It belongs to a trade document, too. */
export const proposalsData: PersonalData = {
  name: 'orderProposals',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select p.id, jsonb_build_object('orderId', p.order_id, 'proposalId', p.id, 'state', p.state, 'lines', p.lines, 'note', p.note,
          'proposedAt', p.proposed_at, 'decidedAt', p.decided_at) as data
        from orders.proposals p
        where (p.supplier_company_id = ${companyId} and p.proposed_by = ${person.userId}
            or p.company_id = ${companyId} and p.decided_by = ${person.userId})
          ${before === undefined ? sql`` : sql`and p.id < ${before}`}
        order by p.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from orders.proposals
      where supplier_company_id = any(${[...companyIds]}) and proposed_by = ${userId}
        or company_id = any(${[...companyIds]}) and decided_by = ${userId}
    `.execute(tx)
    const count = rows[0]?.count ?? 0
    if (count === 0) return []
    const reason = 'Commercial and tax law: orders and their changes are kept for ten years.'
    return [{ what: 'proposals', count, reason }]
  },
}

/** What a person has requested as a buyer or decided as a supplier. It belongs to a trade document, too. */
export const changeRequestsData: PersonalData = {
  name: 'orderChangeRequests',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select r.id, jsonb_build_object('orderId', r.order_id, 'changeRequestId', r.id, 'state', r.state, 'lines', r.lines,
          'reason', r.reason, 'requestedAt', r.requested_at, 'decidedAt', r.decided_at, 'decisionNote', r.decision_note,
          'agreedAt', r.agreed_at, 'agreementNote', r.agreement_note) as data
        from orders.change_requests r
        where (r.company_id = ${companyId} and (r.requested_by = ${person.userId} or r.decided_by = ${person.userId})
            or r.supplier_company_id = ${companyId} and (r.decided_by = ${person.userId} or r.agreed_by = ${person.userId}))
          ${before === undefined ? sql`` : sql`and r.id < ${before}`}
        order by r.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from orders.change_requests
      where company_id = any(${[...companyIds]}) and (requested_by = ${userId} or decided_by = ${userId})
        or supplier_company_id = any(${[...companyIds]}) and (decided_by = ${userId} or agreed_by = ${userId})
    `.execute(tx)
    const count = rows[0]?.count ?? 0
    if (count === 0) return []
    const reason = 'Commercial and tax law: orders and their changes are kept for ten years.'
    return [{ what: 'changeRequests', count, reason }]
  },
}

/**
 * What a person did with orders, and wrote with it: of the own company as a buyer, of others as a supplier. Uses `timeline_by_actor`.
 */
export const orderStepsData: PersonalData = {
  name: 'orderSteps',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const [orderId, version] = before?.split('/') ?? []
      const { rows } = await sql<{ id: string; data: object }>`
        /* across companies: a supplier's people act on the orders of its buyers */
        select t.order_id || '/' || t.version as id, jsonb_build_object('orderId', t.order_id, 'kind', t.kind, 'details', t.details,
          'deliveryNote', s.delivery_note, 'happenedAt', t.happened_at) as data
        from orders.timeline t
        left join orders.shipments s on t.kind = 'DELIVERED' and s.company_id = t.company_id and s.order_id = t.order_id
          and s.id = t.details ->> 'shipmentId'
        where t.actor_id = ${person.userId}
          -- An array is read for each step. For an exists the planner may read all lines of the supplier.
          and (t.company_id = ${companyId} or ${companyId} = any(array(
            select l.supplier_company_id from orders.lines l where l.company_id = t.company_id and l.order_id = t.order_id)))
          ${orderId === undefined ? sql`` : sql`and (t.order_id, t.version) < (${orderId}, ${Number(version)})`}
        order by t.order_id desc, t.version desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  // The orders explain what is kept and why.
  erase: async () => [],
}

/** What a person wanted to return, and the reason in the person's words. */
export const returnsData: PersonalData = {
  name: 'orderReturns',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select r.id, jsonb_build_object('orderId', r.order_id, 'returnId', r.id, 'number', r.number, 'state', r.state, 'note', r.note,
          'requestedAt', r.requested_at) as data
        from orders.returns r
        where r.company_id = ${companyId} and r.requested_by = ${person.userId}
          ${before === undefined ? sql`` : sql`and r.id < ${before}`}
        order by r.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  // The orders explain what is kept and why.
  erase: async () => [],
}

/** The parcels that a person sent as a supplier, and what the person wrote about them. */
export const shipmentsData: PersonalData = {
  name: 'orderShipments',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        /* across companies: a supplier's people ship the orders of its buyers */
        select s.id, jsonb_build_object('orderId', s.order_id, 'shipmentId', s.id, 'carrier', s.carrier,
          'trackingNumber', s.tracking_number, 'note', s.note, 'shippedAt', s.shipped_at) as data
        from orders.shipments s
        where s.supplier_company_id = ${companyId} and s.shipped_by = ${person.userId}
          ${before === undefined ? sql`` : sql`and s.id < ${before}`}
        order by s.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  // The orders explain what is kept and why.
  erase: async () => [],
}
