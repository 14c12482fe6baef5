import { Link } from '@tanstack/react-router'
import type { Ticket } from '../api-types.ts'

type Props = { readonly link: Ticket['links'][number] }

/** A record that a ticket is about. A line and a return stand on the page of their order. */
export function LinkedRecord({ link: { type, id, orderId } }: Props) {
  switch (type) {
    case 'payment':
      return (
        <Link to="/admin/payments/$paymentId" params={{ paymentId: id }}>
          {id}
        </Link>
      )
    case 'product':
      return (
        <Link to="/admin/records/$recordId" params={{ recordId: id }}>
          {id}
        </Link>
      )
    case 'order':
    case 'line':
    case 'return':
      return (
        <Link to="/admin/orders/$orderId" params={{ orderId: orderId ?? id }}>
          {id}
        </Link>
      )
  }
}
