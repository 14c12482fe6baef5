export { docsRoutes } from './docs-routes.ts'
export { builtSiteFolder } from './site.ts'
