import type { Order } from '../../api-types.ts'
import card from '../../components/card.module.css'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { PartId } from '../part-id.tsx'
import { RecordName } from '../record-name.tsx'

const columns = [
  { title: 'records.returns.return' },
  { title: 'records.lines.supplier' },
  { title: 'lists.column.state' },
  { title: 'records.returns.requested' },
  { title: 'records.shipments.pieces', isNumber: true },
] as const satisfies readonly Column[]

/** The returns of an order by their numbers. An order seldom has one, so it shows none rather than an empty list. */
export function Returns({ returns }: { readonly returns: Order['returns'] }) {
  const { t, instant, number: count } = useWords()
  if (returns.length === 0) return null
  return (
    <ListView
      title="records.returns.title"
      items={returns}
      columns={columns}
      row={({ id, number, supplierId, state, requestedAt, note, decisionNote, lines }) => (
        <tr key={id}>
          <th scope="row">
            <PartId id={id} name={number} />
            {note !== undefined && <span className={lists.quiet}>{note}</span>}
          </th>
          <td>
            <RecordName id={supplierId} />
          </td>
          <td>
            {t(`records.returns.state.${state}`)}
            {decisionNote !== undefined && <span className={lists.quiet}> {decisionNote}</span>}
          </td>
          <td>{instant(requestedAt)}</td>
          <td className={card.number}>
            {count(lines.reduce((pieces, { quantity }) => pieces + quantity, 0))}
          </td>
        </tr>
      )}
      none="records.returns.none"
    />
  )
}
