import { readOptionalQuantity } from '#kernel/quantity'
import { RequisitionView, viewRequisition } from '#modules/requisitions'
import { answers, type Http, ok } from '#platform/http'
import {
  ConfirmationView,
  ConfirmBody,
  confirmationExample,
  MatchesPutView,
  matchesPutExample,
  PutMatchesBody,
  RequisitionOfBriefBody,
  viewConfirmation,
  viewMatchesPut,
} from '../finalization/match-schemas.ts'
import type { Chat } from '../service.ts'
import { one, tags, viewSessionFor } from '../sessions/session-routes.ts'
import {
  BriefOfSessionView,
  examples,
  SessionParams,
  SessionView,
  sessionExample,
  viewBriefOfSession,
} from '../sessions/session-schemas.ts'
import { ChangeBriefBody } from './brief-schemas.ts'
import type { BriefEdit } from './edit-brief.ts'

const ofOthers = ['chat.session_not_found', 'chat.session_of_colleague']

export function addBriefRoutes(http: Http, chat: Chat): void {
  addBrief(http, chat)
  addExtracting(http, chat)
  addConfirming(http, chat)
  addPutting(http, chat)
  addRequesting(http, chat)
}

function addBrief(http: Http, chat: Chat): void {
  http.route({
    method: 'GET',
    url: `${one}/brief`,
    config: { access: 'person', fails: ['chat.session_not_found'] },
    schema: {
      operationId: 'getChatBrief',
      summary: 'Get the brief of a chat session',
      tags,
      params: SessionParams,
      response: answers(BriefOfSessionView, { examples: [examples.brief] }),
    },
    handler: async ({ actor, params }) =>
      ok(viewBriefOfSession(await chat.get(actor, params.sessionId))),
  })
  http.route({
    method: 'PATCH',
    url: `${one}/brief`,
    config: {
      access: 'person',
      fails: [
        ...ofOthers,
        'chat.session_final',
        'chat.expected_version_required',
        'chat.version_conflict',
        'chat.item_unknown',
        'chat.items_too_many',
        'chat.brief_value_invalid',
      ],
    },
    schema: {
      operationId: 'changeChatBrief',
      summary: 'Change the brief of a chat session',
      description:
        'What a person enters wins: no later extraction changes it, and none brings back what the person has removed.',
      tags,
      params: SessionParams,
      body: ChangeBriefBody,
      response: answers(BriefOfSessionView, { examples: [examples.brief] }),
    },
    handler: async ({ actor, params, body }) => {
      const { expectedVersion, ...edit } = body
      const input = { expectedVersion, edit: edit as BriefEdit }
      return ok(viewBriefOfSession(await chat.edit(actor, params.sessionId, input)))
    },
  })
}

function addExtracting(http: Http, chat: Chat): void {
  http.route({
    method: 'POST',
    url: `${one}/extract`,
    config: {
      access: 'person',
      fails: [...ofOthers, 'chat.session_final', 'chat.nothing_to_extract'],
    },
    schema: {
      operationId: 'extractChatBrief',
      summary: 'Request an extraction',
      description:
        'Queues an extraction, for example after FAILED. Nothing happens while one is queued, or when the last message has been read already.',
      tags,
      params: SessionParams,
      response: answers(SessionView, { status: 202, examples: [sessionExample] }),
    },
    handler: async ({ actor, params }, reply) => {
      const session = await chat.extract(actor, params.sessionId)
      reply.code(202)
      return ok(await viewSessionFor(http, chat, actor, session))
    },
  })
}

function addConfirming(http: Http, chat: Chat): void {
  http.route({
    method: 'POST',
    url: `${one}/confirm`,
    config: {
      access: 'person',
      fails: [
        ...ofOthers,
        'chat.brief_not_ready',
        'chat.brief_incomplete',
        'chat.version_conflict',
        'catalog.searches_too_many',
        'catalog.price_range_invalid',
        'catalog.currency_unknown',
        'catalog.country_unknown',
        'fx.rate_unavailable',
        'fx.rates_expired',
      ],
    },
    schema: {
      operationId: 'confirmChatBrief',
      summary: 'Confirm the brief of a chat session',
      description:
        'Makes the brief final, starts a search for each item, and proposes a crawl of each source that the buyer has named by its name or host, at most five. Confirming again changes nothing.',
      tags,
      params: SessionParams,
      body: ConfirmBody,
      response: answers(ConfirmationView, { examples: [confirmationExample] }),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewConfirmation(await chat.confirm(actor, params.sessionId, body?.expectedVersion))),
  })
}

function addPutting(http: Http, chat: Chat): void {
  http.route({
    method: 'POST',
    url: `${one}/cart`,
    config: {
      access: 'person',
      fails: [...ofOthers, 'chat.brief_not_final', 'cart.locked_by_checkout'],
    },
    schema: {
      operationId: 'putChatMatches',
      summary: 'Add matches to the cart',
      description:
        'Adds the chosen matches of a final brief to the cart of the person, by the rules of the cart. Each line is added, or refused with its reason. Adding twice adds nothing twice.',
      tags,
      params: SessionParams,
      body: PutMatchesBody,
      response: answers(MatchesPutView, { examples: [matchesPutExample] }),
    },
    handler: async ({ actor, params, body }) =>
      ok(
        viewMatchesPut(
          await chat.putIntoCart(actor, params.sessionId, body.choices.map(readOptionalQuantity)),
        ),
      ),
  })
}

function addRequesting(http: Http, chat: Chat): void {
  http.route({
    method: 'POST',
    url: `${one}/requisition`,
    config: {
      access: 'requester:write',
      fails: [
        ...ofOthers,
        'chat.brief_not_final',
        'chat.items_all_matched',
        'chat.item_unknown',
        'requisitions.limit_reached',
      ],
    },
    schema: {
      operationId: 'requestChatBrief',
      summary: 'Create a requisition of a brief',
      description:
        'The items of a final brief that no product matched become a draft of a requisition, with their quantities, the day and the notes. Complete it and submit it. A repeat answers the same requisition.',
      tags,
      params: SessionParams,
      body: RequisitionOfBriefBody,
      response: answers(RequisitionView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewRequisition(await chat.request(actor, params.sessionId, body ?? {}))),
  })
}
