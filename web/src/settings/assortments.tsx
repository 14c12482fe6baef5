import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { PartId } from '../records/part-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { AssortmentForm } from './assortment-form.tsx'
import { type Assortment, deleteAssortment } from './settings-api.ts'

const list = listOf('/api/v1/assortments')

/** What certain companies, or units of a company, see of the catalogue. */
export function Assortments() {
  return (
    <>
      <RouteList
        list={list}
        id="assortments"
        title="settings.part.assortments"
        cells={{
          name: ({ id, name }) => (
            <>
              {name}
              <PartId id={id} />
            </>
          ),
          companyIds: ({ companyIds }) =>
            companyIds.map((each) => <RecordName key={each} id={each} />),
        }}
        action={(assortment) => <AssortmentActions assortment={assortment} />}
        none="settings.assortments.none"
        isNoneGood={false}
        isLive={false}
      />
      <div>
        <AssortmentForm />
      </div>
    </>
  )
}

function AssortmentActions({ assortment }: { readonly assortment: Assortment }) {
  const { t } = useWords()
  const { id, name } = assortment
  return (
    <>
      <AssortmentForm assortment={assortment} />
      <Action
        ask={t('settings.delete')}
        label={t('settings.assortments.deleteOf', { name })}
        act={t('settings.assortments.deleteSure')}
        run={() => deleteAssortment(id)}
      />
    </>
  )
}
