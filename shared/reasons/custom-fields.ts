/** Custom fields, and their values on calls. */
export const customFields = {
  field_has_values: 'This is not possible while calls have values in this field.',
  field_global: 'Only people of the System tenant whose role covers every tenant can manage global fields.',
  field_other_type: 'Only a field of type {type} has this',
  field_display_differs: 'Differs from display_as. Send one of them, or the same in both',
  field_options_differ: 'Differs from options. Send one of them, or the same in both',
  field_no_licence: 'The tenant has no licence for speech analytics',
  field_unknown: 'Is not a custom field of this call',
  field_disabled: 'This custom field is not in use',
  field_not_editable: 'Values of this custom field cannot be edited',
  choices_missing: 'Enter at least one choice',
  not_color: 'Use #RRGGBB, such as #1F6FEB',
  calls_or_call: 'Send either calls or call',
} as const;
