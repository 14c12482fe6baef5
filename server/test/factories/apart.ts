import { requireApart } from '#platform/apart'
import { installApart } from '../../scripts/install-apart.ts'

/** A client or a server of others, which the first test that needs it installs into .cache: see server/test/apart. */
export async function useApart<Package>(wanted: string): Promise<Package> {
  await installApart('tests')
  return requireApart<Package>('tests', wanted)
}
