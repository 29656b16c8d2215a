import { keysOf } from './key';

const key = keysOf('evaluation forms');

export const formKeys = {
  /** A page of a search. */
  list: (search: string, page: number) => key('list', search, page),
  one: (form_id: string) => key('one', form_id),
  used: (form_id: string) => key('used', form_id),
  /** Those that accept new evaluations. */
  active: key('active'),
  names: key('names'),
  questions: (form_id: string) => key('questions', form_id),
  question: (form_question_id: string) => key('question', form_question_id),
};

const revisions = keysOf('revisions of evaluation forms');

/** A revision does not change, so it is not refetched with the forms. */
export const revisionKeys = { of: (form_id: string, revision: number) => revisions(form_id, revision) };

/** Data that changes with an evaluation form. */
export const changedByForm = [key()];
