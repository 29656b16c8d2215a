import './texts';

export {
  type Answer,
  type Answers,
  answerOf,
  choicesOf,
  isComplete,
  isFailing,
  type ScoredForm,
  scoreAnswers,
  unanswered,
} from './answers';
export { fieldIn, focusQuestion, questionElement } from './focus-question';
export { Scorecard } from './scorecard';
export { Verdict } from './verdict';
