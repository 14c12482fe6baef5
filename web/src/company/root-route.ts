import { createRootRoute } from '@tanstack/react-router'
import { CompanyApp } from './company-app.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** Every page of a company is inside of it. */
export const root = createRootRoute({ component: CompanyApp, notFoundComponent: NotFoundPage })
