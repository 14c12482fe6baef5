import { Link } from '@tanstack/react-router'

type Props = { readonly id: string; readonly name: string | undefined }

/** The name of a company, which leads to its page. */
export function CompanyName({ id, name }: Props) {
  return (
    <Link to="/admin/records/$recordId" params={{ recordId: id }}>
      {name ?? id}
    </Link>
  )
}
