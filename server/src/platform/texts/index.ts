export {
  defineTexts,
  type Letter,
  parseMessage,
  type TextArguments,
  type Write,
  writeLetter,
} from './define-texts.ts'
export {
  type FailureSentence,
  failureSentence,
  readFailureSentences,
  translatedLocales,
} from './failure-sentence.ts'
export { readTexts, type Texts, textsFolder } from './text-file.ts'
