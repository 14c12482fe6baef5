import assert from 'node:assert/strict'

/** The verbs that begin summaries, and their participles: "Create a webhook", "Webhook created". */
const participles: Readonly<Record<string, string>> = {
  Accept: 'accepted',
  Activate: 'activated',
  Add: 'added',
  Answer: 'answered',
  Appoint: 'appointed',
  Approve: 'approved',
  Assign: 'assigned',
  Cancel: 'cancelled',
  Capture: 'captured',
  Change: 'changed',
  Clear: 'cleared',
  Confirm: 'confirmed',
  Convert: 'converted',
  Create: 'created',
  Decide: 'decided',
  Decline: 'declined',
  Delete: 'deleted',
  Discard: 'discarded',
  Enable: 'enabled',
  End: 'ended',
  Enrol: 'enrolled',
  Erase: 'erased',
  Export: 'exported',
  Follow: 'followed',
  Grant: 'granted',
  Hand: 'handed',
  Hold: 'held',
  Import: 'imported',
  Invite: 'invited',
  Join: 'joined',
  Lock: 'locked',
  Mark: 'marked',
  Match: 'matched',
  Pause: 'paused',
  Place: 'placed',
  Preview: 'previewed',
  Publish: 'published',
  Quote: 'quoted',
  Receive: 'received',
  Record: 'recorded',
  Refresh: 'refreshed',
  Refund: 'refunded',
  Refuse: 'refused',
  Register: 'registered',
  Reject: 'rejected',
  Release: 'released',
  Remove: 'removed',
  Renew: 'renewed',
  Reopen: 'reopened',
  Reorder: 'reordered',
  Replace: 'replaced',
  Replay: 'replayed',
  Request: 'requested',
  Reset: 'reset',
  Resolve: 'resolved',
  Resume: 'resumed',
  Return: 'returned',
  Retry: 'retried',
  Reverse: 'reversed',
  Revoke: 'revoked',
  Rotate: 'rotated',
  Run: 'run',
  Save: 'saved',
  Select: 'selected',
  Set: 'set',
  Share: 'shared',
  Silence: 'silenced',
  Skip: 'skipped',
  Source: 'sourced',
  Start: 'started',
  Stop: 'stopped',
  Store: 'stored',
  Submit: 'submitted',
  Suggest: 'suggested',
  Test: 'tested',
  Unlock: 'unlocked',
  Upload: 'uploaded',
  Validate: 'validated',
  Verify: 'verified',
  Void: 'voided',
  Waive: 'waived',
  Withdraw: 'withdrawn',
  Write: 'written',
}

/** Summaries with these verbs describe reading: the answer is the requested record. */
const readingMany = /^(?:List|Search) /
const readingOne = /^(?:Download|Export|Get|Stream) /

/** Separates the thing from the rest of the summary: "Add a product | to the cart". */
const connective = / (?:as|for|from|in|into|to|with) /

/** The description of a successful answer: "Webhook created", from the summary "Create a webhook". */
export function outcomeOf(summary: string): string {
  if (summary === 'Sign out' || summary.startsWith('Sign out ')) return phrase('Signed', summary)
  if (summary === 'Sign in' || summary.startsWith('Sign in ')) return phrase('Signed', summary)
  if (readingMany.test(summary)) return `${capital(thingOf(summary))}.`
  if (readingOne.test(summary)) return `The ${thingOf(summary)}.`
  const verb = summary.split(' ', 1)[0] ?? ''
  const participle = participles[verb]
  assert(participle, `The summary "${summary}" does not begin with a verb that outcome.ts knows`)
  const thing = thingOf(summary)
  const at = thing.search(connective)
  const [what, how] = at < 0 ? [thing, ''] : [thing.slice(0, at), thing.slice(at)]
  return `${capital(what)} ${participle}${how}.`
}

const phrase = (word: string, summary: string): string => `${word}${summary.slice('Sign'.length)}.`

function thingOf(summary: string): string {
  return summary.replace(/^\w+ /, '').replace(/^(?:an?|the|your) /, '')
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
