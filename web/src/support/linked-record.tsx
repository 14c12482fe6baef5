import { Link } from '@tanstack/react-router'
import type { Ticket } from '../api-types.ts'
import { useNames } from '../records/names-api.ts'

type Props = { readonly link: Ticket['links'][number] }

/** A record that a ticket is about, by its name or number. A line and a return stand on the page of their order. */
export function LinkedRecord({ link: { type, id, orderId } }: Props) {
  // The id of a line is that of its order, and its number: ord_…/2.
  const [recordId = id, line] = id.split('/')
  const name = useNames([recordId]).get(recordId) ?? recordId
  const shown = line === undefined ? name : `${name}/${line}`
  switch (type) {
    case 'payment':
      return (
        <Link to="/admin/payments/$paymentId" params={{ paymentId: id }}>
          {shown}
        </Link>
      )
    case 'product':
      return (
        <Link to="/admin/records/$recordId" params={{ recordId: id }}>
          {shown}
        </Link>
      )
    case 'order':
    case 'line':
    case 'return':
      return (
        <Link to="/admin/orders/$orderId" params={{ orderId: orderId ?? id }}>
          {shown}
        </Link>
      )
  }
}
