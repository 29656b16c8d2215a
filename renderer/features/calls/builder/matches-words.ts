const words = (text: string) => text.toLocaleLowerCase().split(/[\s,()’'-]+/);

/** Whether each typed word is the start of a word of the name. */
export const matchesWords = (name: string, typed: string): boolean =>
  words(typed).every((part) => words(name).some((word) => word.startsWith(part)));
