import { Action } from '../../components/action.tsx'
import { listOf } from '../../components/list-of.ts'
import { RouteList } from '../../components/route-list.tsx'
import { useWords } from '../../language/use-words.ts'
import { PartId } from '../part-id.tsx'
import { type PartnerApp, revokeApp } from './companies-api.ts'

const list = listOf('/admin/companies/{companyId}/oauth-apps')

/** The partner apps that the company registered. */
export function CompanyApps({ companyId }: { readonly companyId: string }) {
  return (
    <RouteList
      list={list}
      id="apps"
      title="company.apps.title"
      params={{ companyId }}
      cells={{
        id: ({ id, name }) => (
          <>
            {name}
            <PartId id={id} />
          </>
        ),
      }}
      without={['name', 'type', 'revokedAt']}
      action={(app) => <Revoke companyId={companyId} app={app} />}
      none="company.apps.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}

function Revoke({ companyId, app }: { readonly companyId: string; readonly app: PartnerApp }) {
  const { t, instant } = useWords()
  const { id, name, revokedAt } = app
  if (revokedAt) return t('company.apps.revokedAt', { time: instant(revokedAt) })
  return (
    <Action
      ask={t('company.apps.revoke')}
      label={t('company.apps.revokeOf', { name })}
      act={t('company.apps.revokeSure')}
      run={() => revokeApp(companyId, id)}
    />
  )
}
