// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults, WithGenerated } from '#platform/db'

export type PictureRow = {
  company_id: string
  product_id: string
  version: string
  source_url: string | null
  state: string
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  wanted_by: string
  media_type: string | null
  bytes: number | null
  failure: string | null
  created_at: Date
  updated_at: Date
  host: string | null
}

export type ReplacedVersionRow = {
  company_id: string
  product_id: string
  version: string
  replaced_at: Date
}

export type ImagesTables = {
  'images.pictures': WithGenerated<
    WithDefaults<PictureRow, 'attempts' | 'deaths' | 'wanted_by'>,
    'host'
  >
  'images.replaced_versions': ReplacedVersionRow
}

export const tables = (conn: Conn) => conn.withTables<ImagesTables>()
