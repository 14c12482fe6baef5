import { Action } from '../../components/action.tsx'
import { type Column, List } from '../../components/list.tsx'
import { useWords } from '../../language/use-words.ts'
import lists from '../../lists/lists.module.css'
import { PartId } from '../part-id.tsx'
import { listApps, revokeApp } from './companies-api.ts'

const columns = [
  { title: 'company.apps.app' },
  { title: 'apiKey.scopes' },
  { title: 'company.apps.created' },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** The partner apps that the company registered. */
export function CompanyApps({ companyId }: { readonly companyId: string }) {
  const { t, instant, list } = useWords()
  return (
    <List
      id="apps"
      title="company.apps.title"
      queryKey={['apps', companyId]}
      read={(cursor, signal) => listApps(companyId, cursor, signal)}
      columns={columns}
      row={({ id, name, scopes, createdAt, revokedAt }) => (
        <tr key={id}>
          <th scope="row">
            {name}
            <PartId id={id} />
          </th>
          <td className={lists.words}>{list(scopes)}</td>
          <td>{instant(createdAt)}</td>
          <td>
            {revokedAt ? (
              t('company.apps.revokedAt', { time: instant(revokedAt) })
            ) : (
              <Action
                ask={t('company.apps.revoke')}
                label={t('company.apps.revokeOf', { name })}
                act={t('company.apps.revokeSure')}
                run={() => revokeApp(companyId, id)}
              />
            )}
          </td>
        </tr>
      )}
      none="company.apps.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
