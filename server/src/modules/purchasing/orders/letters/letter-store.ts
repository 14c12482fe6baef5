import { type Conn, sql, type Tx } from '#platform/db'

/**
 * The person or API key that placed each of these orders, by order id. The caller asks for at most one batch of events.
 */
export async function listPlacers(
  conn: Conn,
  orders: readonly { readonly companyId: string; readonly orderId: string }[],
): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map()
  const { rows } = await sql<{ id: string; placed_by: string }>`
    select o.id, o.placed_by
    from unnest(${orders.map(({ companyId }) => companyId)}::text[],
                ${orders.map(({ orderId }) => orderId)}::text[]) as requested(company_id, id)
    join orders.orders o on o.company_id = requested.company_id and o.id = requested.id
  `.execute(conn)
  return new Map(rows.map(({ id, placed_by: placedBy }) => [id, placedBy]))
}

/** The names of these lines, by order id and line number. `companyId` is the buyer's. */
export async function listLineNames(
  conn: Conn,
  lines: readonly { readonly companyId: string; readonly orderId: string; readonly line: number }[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const names = new Map<string, Map<number, string>>()
  if (lines.length === 0) return names
  const { rows } = await sql<{ order_id: string; line_number: number; name: string }>`
    select l.order_id, l.line_number, l.name
    from unnest(${lines.map(({ companyId }) => companyId)}::text[],
                ${lines.map(({ orderId }) => orderId)}::text[],
                ${lines.map(({ line }) => line)}::integer[]) as requested(company_id, order_id, line_number)
    join orders.lines l on l.company_id = requested.company_id and l.order_id = requested.order_id
      and l.line_number = requested.line_number
  `.execute(conn)
  for (const { order_id: orderId, line_number: line, name } of rows) {
    const ofOrder = names.get(orderId) ?? new Map<number, string>()
    names.set(orderId, ofOrder.set(line, name))
  }
  return names
}

/**
 * Counts mails against the hourly limit of each company, in the given order. Returns the positions of the mails within
 * the limit: a mail that would exceed `max` is not counted, nor are later ones of its company. Deletes hours that
 * nobody needs any more. One caller at a time.
 */
export async function countMails(
  tx: Tx,
  letters: readonly { readonly companyId: string; readonly mails: number }[],
  { max, hour, keptFrom }: { max: number; hour: Date; keptFrom: Date },
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ place: number }>`
    /* across companies: the letters of a batch of the log, each with its company */
    with letter as (
      select l.company_id, l.mails, l.place,
             sum(l.mails) over (partition by l.company_id order by l.place) as so_far
      from unnest(${letters.map(({ companyId }) => companyId)}::text[],
                  ${letters.map(({ mails }) => mails)}::integer[]) with ordinality as l(company_id, mails, place)
    ),
    gone as (
      delete from orders.letter_hours where company_id in (select company_id from letter) and hour < ${keptFrom}
    ),
    counted as (
      select l.company_id, l.mails, l.place
      from letter l
      left join orders.letter_hours h on h.company_id = l.company_id and h.hour = ${hour}
      where coalesce(h.mails, 0) + l.so_far <= ${max}::integer
    ),
    noted as (
      insert into orders.letter_hours as h (company_id, hour, mails)
      select company_id, ${hour}::timestamptz, sum(mails) from counted group by company_id
      on conflict (company_id, hour) do update set mails = h.mails + excluded.mails
    )
    select place::integer - 1 as place from counted
  `.execute(tx)
  return new Set(rows.map(({ place }) => place))
}
