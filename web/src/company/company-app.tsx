import { Outlet } from '@tanstack/react-router'
import { Frame } from './frame/frame.tsx'
import { useMe } from './use-me.ts'
import { WholePage } from './whole-page.tsx'

/** The pages of a company. Without a session the first request leads to the sign-in. */
export function CompanyApp() {
  return (
    <WholePage query={useMe()}>
      {(me) => (
        <Frame me={me}>
          <Outlet />
        </Frame>
      )}
    </WholePage>
  )
}
