import { Action } from '../../../components/action.tsx'
import { listOf } from '../../../components/list-of.ts'
import lists from '../../../components/lists.module.css'
import { RouteList } from '../../../components/route-list.tsx'
import { useWords } from '../../../language/use-words.ts'
import { PartId } from '../../part-id.tsx'
import { CompanyCalendar } from './company-calendar.tsx'
import {
  type CodeList,
  createCode,
  createUnit,
  endUnit,
  setCodeEnded,
  type Unit,
  type UnitKind,
} from './structure-api.ts'

type Props = { readonly companyId: string }

const units = listOf('/admin/companies/{companyId}/units')
const costCenters = listOf('/admin/companies/{companyId}/cost-centers')
const glAccounts = listOf('/admin/companies/{companyId}/gl-accounts')
const projects = listOf('/admin/companies/{companyId}/projects')
const unitKinds: readonly UnitKind[] = ['LEGAL_ENTITY', 'DEPARTMENT', 'SITE']

/** The units of a company, the codes of its accounting, and the days on which it works. */
export function CompanyStructure({ companyId }: Props) {
  return (
    <>
      <Units companyId={companyId} />
      <Codes companyId={companyId} codes="cost-centers" shape={costCenters} />
      <Codes companyId={companyId} codes="gl-accounts" shape={glAccounts} />
      <Codes companyId={companyId} codes="projects" shape={projects} />
      <CompanyCalendar companyId={companyId} />
    </>
  )
}

function Units({ companyId }: Props) {
  const { t } = useWords()
  return (
    <>
      <RouteList
        list={units}
        id="units"
        title="structure.units.title"
        params={{ companyId }}
        names={{ kind: 'structure.unitKind', state: 'structure.state' }}
        without={['name']}
        cells={{ id: Named }}
        action={(unit) => <EndUnit companyId={companyId} unit={unit} />}
        none="structure.units.none"
        isNoneGood={false}
        isLive={false}
      />
      <div className={lists.more}>
        <Action
          ask={t('structure.units.add')}
          label={t('structure.units.addTo')}
          act={t('structure.units.addNow')}
          fields={[
            {
              name: 'name',
              label: 'structure.name',
              missing: 'structure.nameMissing',
              maxLength: 200,
            },
            {
              name: 'kind',
              label: 'structure.kind',
              choices: unitKinds.map((kind) => ({
                value: kind,
                label: t(`structure.unitKind.${kind}`),
              })),
            },
            { name: 'parentId', label: 'structure.parent', maxLength: 64 },
          ]}
          run={({ name = '', kind, parentId = '' }) =>
            createUnit(companyId, {
              name,
              kind: kind as UnitKind,
              ...(parentId.trim() !== '' && { parentId: parentId.trim() }),
            })
          }
        />
      </div>
    </>
  )
}

function EndUnit({ companyId, unit }: Props & { readonly unit: Unit }) {
  const { t } = useWords()
  if (unit.state === 'ENDED') return null
  return (
    <Action
      ask={t('structure.end')}
      label={t('structure.endOf', { name: unit.name })}
      act={t('structure.endNow')}
      effect={t('structure.units.endEffect')}
      run={() => endUnit(companyId, unit.id)}
    />
  )
}

type CodesProps = Props & {
  readonly codes: CodeList
  readonly shape: typeof costCenters | typeof glAccounts | typeof projects
}

function Codes({ companyId, codes, shape }: CodesProps) {
  const { t } = useWords()
  return (
    <>
      <RouteList
        list={shape}
        id={codes}
        title={`structure.${codes}.title`}
        params={{ companyId }}
        names={{ state: 'structure.state' }}
        without={['code']}
        cells={{ id: ({ id, code }) => <PartId id={id} name={code} /> }}
        action={({ id, code, state }) =>
          state === 'ENDED' ? (
            <Action
              ask={t('structure.reopen')}
              label={t('structure.reopenOf', { name: code })}
              run={() => setCodeEnded(companyId, codes, { codeId: id, isEnded: false })}
            />
          ) : (
            <Action
              ask={t('structure.end')}
              label={t('structure.endOf', { name: code })}
              act={t('structure.endNow')}
              effect={t('structure.codes.endEffect')}
              run={() => setCodeEnded(companyId, codes, { codeId: id, isEnded: true })}
            />
          )
        }
        none={`structure.${codes}.none`}
        isNoneGood={false}
        isLive={false}
      />
      <div className={lists.more}>
        <Action
          ask={t(`structure.${codes}.add`)}
          label={t(`structure.${codes}.add`)}
          act={t('structure.codes.addNow')}
          fields={[
            {
              name: 'code',
              label: 'structure.code',
              missing: 'structure.codeMissing',
              maxLength: 100,
            },
            {
              name: 'name',
              label: 'structure.name',
              missing: 'structure.nameMissing',
              maxLength: 200,
            },
          ]}
          run={({ code = '', name = '' }) => createCode(companyId, codes, { code, name })}
        />
      </div>
    </>
  )
}

function Named({ id, name }: Unit) {
  return (
    <>
      {name}
      <PartId id={id} />
    </>
  )
}
