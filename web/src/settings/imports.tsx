import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'

const list = listOf('/api/v1/catalog/imports')

/** The catalogue files of all suppliers. */
export function Imports() {
  return (
    <RouteList
      list={list}
      id="imports"
      title="settings.part.imports"
      names={{ state: 'imports.state' }}
      none="settings.imports.none"
      isNoneGood={false}
    />
  )
}
