import { answers, ok, type Routes } from '#platform/http'
import { changeView, removeView, saveView, type ViewDeps } from './change-views.ts'
import { ChangeViewBody, NewViewBody, ViewOfList, ViewParams, viewSaved } from './view-schemas.ts'

const tags = ['Saved views']
const one = '/api/v1/views/:viewId'

export function viewRoutes(deps: ViewDeps): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/api/v1/views',
      config: {
        access: 'person',
        fails: ['preferences.view_name_taken', 'preferences.views_limit_reached'],
      },
      schema: {
        operationId: 'saveView',
        summary: 'Save a view of a list',
        description:
          'The names of filters and columns are those of the list in `x-list` of the OpenAPI document. Who shows the view leaves out those that the list no longer has.',
        tags,
        body: NewViewBody,
        response: answers(ViewOfList, { status: 201 }),
      },
      handler: async ({ actor, body }) => ok(viewSaved(await saveView(deps, actor, body))),
    })
    http.route({
      method: 'PUT',
      url: one,
      config: {
        access: 'person',
        fails: ['preferences.view_not_found', 'preferences.view_name_taken'],
      },
      schema: {
        operationId: 'changeView',
        summary: 'Change a saved view',
        description:
          'Replaces its filters, its order and its columns. Without `name` it keeps its name.',
        tags,
        params: ViewParams,
        body: ChangeViewBody,
        response: answers(ViewOfList),
      },
      handler: async ({ actor, params, body }) =>
        ok(viewSaved(await changeView(deps, actor, params.viewId, body))),
    })
    http.route({
      method: 'DELETE',
      url: one,
      config: { access: 'person', fails: ['preferences.view_not_found'] },
      schema: {
        operationId: 'deleteView',
        summary: 'Delete a saved view',
        description: 'Answers the view as it was.',
        tags,
        params: ViewParams,
        response: answers(ViewOfList),
      },
      handler: async ({ actor, params }) =>
        ok(viewSaved(await removeView(deps, actor, params.viewId))),
    })
  }
}
