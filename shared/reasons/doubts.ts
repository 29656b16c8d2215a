/** What an import could not read for sure: the value is left out, or the sentence says how it was read. */
export const doubts = {
  pattern_ambiguous: '{field:field}: the name can be read in several ways, and was left out',
  side_unknown: '{field:field}: nothing says who called, so it may be the other side',
  number_unclear: '{field:field}: {value:quoted} is a number that a spreadsheet rounded, or two, and was left out',
  direction_unclear: '{field:field}: {value:quoted} is not known as a direction',
  day_only: '{field:field}: {value:quoted} has no time of day, and was read as midnight',
  date_order: '{field:field}: nothing says whether {value:quoted} begins with the day or the month',
  unreadable: '{field:field}: {value:quoted} is not a date and time',
  repeated_hour: '{field:field} exists twice that day; the later was taken',
  skipped_hour: '{field:field} does not exist that day; it was read with the later offset',
  zone_differs: '{field:field} fits the clock of the phone system in another time zone only',
  file_time: '{field:field}: nothing says when it began, so the time of the file was taken',
  raw_by_name: 'Nothing but its name says how the sound of this file is stored',
} as const;
