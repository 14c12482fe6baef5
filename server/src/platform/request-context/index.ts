export { currentRequest, keepRequestContext, type RequestContext } from './request-context.ts'
