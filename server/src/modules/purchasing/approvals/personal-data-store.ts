import { sql } from 'kysely'
import { type PersonalData, pagesOf } from '#platform/personal-data'
import { reviewStepsOf } from './requests/review-steps.ts'

/** The comments that people wrote about requests without deciding them. */
export const approvalCommentsData: PersonalData = {
  name: 'approval_comments',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select id, jsonb_build_object('companyId', company_id, 'requestId', request_id, 'id', id, 'text', text,
          'writtenAt', written_at) as data
        from approvals.comments
        where company_id = ${companyId} and author_id = ${person.userId}
          ${before === undefined ? sql`` : sql`and id < ${before}`}
        order by id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      update approvals.comments set text = null
      where company_id = any(${[...companyIds]}) and author_id = ${userId} and text is not null
    `.execute(tx)
    return []
  },
}

/** The reasons with which people rejected or returned an order. */
export const approvalDecisionsData: PersonalData = {
  name: 'approval_decisions',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select id, jsonb_build_object('companyId', company_id, 'requestId', id, 'state', state, 'reason', reason,
          'decidedAt', decided_at) as data
        from approvals.requests
        where company_id = ${companyId} and decided_by = ${person.userId}
          ${before === undefined ? sql`` : sql`and id < ${before}`}
        order by id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      update approvals.requests set reason = null
      where company_id = any(${[...companyIds]}) and decided_by = ${userId} and reason is not null
    `.execute(tx)
    return []
  },
}

/** The comments that people wrote with their votes. The votes themselves stay, as part of the order. */
export const approvalsData: PersonalData = {
  name: 'approvals',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select request_id || '/' || step || '/' || person_id as id, jsonb_build_object('companyId', company_id,
          'requestId', request_id, 'step', step + 1, 'personId', person_id, 'note', note, 'votedAt', voted_at) as data
        from approvals.votes
        where company_id = ${companyId} and voted_by = ${person.userId}
          ${before === undefined ? sql`` : sql`and request_id || '/' || step || '/' || person_id < ${before}`}
        order by request_id || '/' || step || '/' || person_id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }, now) => {
    const companies = [...companyIds]
    await sql`
      update approvals.votes set note = null
      where company_id = any(${companies}) and voted_by = ${userId} and note is not null
    `.execute(tx)
    await sql`
      delete from approvals.deputies
      where company_id = any(${companies}) and (person_id = ${userId} or deputy_id = ${userId})
    `.execute(tx)
    for (const companyId of companies) reviewStepsOf(tx, companyId, now)
    return []
  },
}
