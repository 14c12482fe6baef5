import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { listImports } from './settings-api.ts'

const columns = [
  { title: 'settings.imports.import' },
  { title: 'lists.column.state' },
  { title: 'imports.done', isNumber: true },
  { title: 'imports.problems', isNumber: true },
  { title: 'imports.timeline.received' },
] as const satisfies readonly Column[]

/** The catalogue files of all suppliers. */
export function Imports() {
  const { t, number, instant } = useWords()
  return (
    <List
      id="imports"
      title="settings.part.imports"
      queryKey={['imports']}
      read={(cursor, signal) => listImports(cursor, signal)}
      columns={columns}
      row={({ id, supplierId, state, records, problems, createdAt }) => (
        <tr key={id}>
          <th scope="row">
            <RecordId id={id} />
            <RecordName id={supplierId} />
          </th>
          <td>{t(`imports.state.${state}`)}</td>
          <td className={card.number}>{number(records.done)}</td>
          <td className={card.number}>{number(problems)}</td>
          <td>{instant(createdAt)}</td>
        </tr>
      )}
      none="settings.imports.none"
      isNoneGood={false}
    />
  )
}
