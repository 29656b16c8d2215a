/** Reports and their runs. */
export const reports = {
  not_dimension: 'Use a dimension: {options:list}, or custom_field_ and the ID of a custom field',
  not_column: 'Is neither a dimension nor a metric of reports',
  not_in_table: 'Is not a column of the table',
  only_custom_field: 'Is used with custom_field only',
  field_unseen: 'This custom field does not exist, or you cannot see it',
  addressee_missing: 'Enter at least one e-mail address',
  run_ended: 'This run has already ended.',
  run_without_data: 'This run has no data, because it has not ended, was cancelled or failed.',
  run_interrupted: 'Earshot was closed while this report was running. Run it again.',
  too_many_runs: 'Too many reports are waiting to be computed. Try again when some of them have ended.',
  run_failed: 'Something went wrong in Earshot while this report was running.',
  too_many_groups: 'The table has more than {most:number} rows. Narrow the period, or use fewer dimensions.',
  run_shows_more: 'This run shows more than your role sees now. Run the report again.',
  period_twice: 'Use a moving period or moments, not both',
} as const;
