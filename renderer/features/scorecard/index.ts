import './texts';

export {
  type Answer,
  type Answers,
  answerOf,
  choicesOf,
  isComplete,
  type ScoredForm,
  scoreAnswers,
  unanswered,
} from './answers';
export { Scorecard } from './scorecard';
export { Verdict } from './verdict';
