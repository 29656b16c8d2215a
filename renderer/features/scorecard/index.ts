import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { AnswerInput, useGivenText } from './answer-input';
export {
  type Answer,
  type Answers,
  answerOf,
  choiceOf,
  choicesOf,
  hiddenWith,
  isFailing,
  missingOf,
  type ScoredForm,
  scoreAnswers,
  unanswered,
  withChoice,
} from './answers';
export { fieldIn, focusQuestion, questionElement } from './focus-question';
export { Scorecard } from './scorecard';
export { Verdict } from './verdict';
