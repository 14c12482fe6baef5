export { defineSentences } from './define-sentences.ts'
export { defineTexts, parseMessage, type TextArguments, type Write } from './define-texts.ts'
export {
  type FailureSentence,
  failureSentence,
  readFailureSentences,
  translatedLocales,
} from './failure-sentence.ts'
export {
  type Goods,
  type Letter,
  type LetterPart,
  textOfParts,
  writeLetter,
} from './letter.ts'
export { readTexts, type Texts, textsFolder } from './text-file.ts'
