/** What a question of a form has unless it is sent: no condition, nothing that an answer needs besides itself. */
export const usualQuestion = {
  key: null,
  show_if: null,
  is_scored: true,
  moment_required: false,
  comment_below: null,
} as const;

/** An option that only gives points. */
export const plainOption = (label: string, points: number) => ({
  label,
  points,
  fails_form: false,
  fails_section: false,
  comment_required: false,
});
