import { listOf } from '../../components/list-of.ts'
import { RouteList } from '../../components/route-list.tsx'
import { useWords } from '../../language/use-words.ts'
import { PartId } from '../part-id.tsx'

type Props = { readonly companyId: string }

const carts = listOf('/admin/companies/{companyId}/carts')
const shoppingLists = listOf('/admin/companies/{companyId}/lists')

/** What the people of a company collect before they order: carts, without their lines, and the lists that they share. */
export function CompanyCarts({ companyId }: Props) {
  return (
    <>
      <RouteList
        list={carts}
        id="carts"
        title="purchasing.carts.title"
        params={{ companyId }}
        without={['name']}
        cells={{ id: Cart }}
        none="purchasing.carts.none"
        isNoneGood={false}
        isLive={false}
      />
      <RouteList
        list={shoppingLists}
        id="lists"
        title="purchasing.lists.title"
        params={{ companyId }}
        names={{ visibility: 'purchasing.visibility' }}
        without={['name']}
        cells={{ id: ({ id, name }) => <PartId id={id} name={name} /> }}
        none="purchasing.lists.none"
        isNoneGood={false}
        isLive={false}
      />
    </>
  )
}

function Cart({ id, name }: { readonly id: string; readonly name: string | null }) {
  const { t } = useWords()
  return <PartId id={id} name={name ?? t('purchasing.carts.unnamed')} />
}
