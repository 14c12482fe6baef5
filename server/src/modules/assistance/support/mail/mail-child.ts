import { answerQuestions } from '#platform/compute'
import { type MailAnswer, parseMail } from './parse-mail.ts'

/** The child process that parses mails: they are parsed nowhere else. */
answerQuestions<null, { readonly raw: string }, Promise<MailAnswer>>(() => ({ raw }) => {
  return parseMail(Buffer.from(raw, 'base64'))
})
