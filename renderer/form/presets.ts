/** The colours of the palette, as the API takes a colour. They are the same in both themes. */
export const presets = [
  { colour: 'blue', value: '#3a84ca' },
  { colour: 'teal', value: '#1d9999' },
  { colour: 'green', value: '#399d57' },
  { colour: 'olive', value: '#808f3b' },
  { colour: 'ochre', value: '#b57c1a' },
  { colour: 'orange', value: '#d4651c' },
  { colour: 'red', value: '#db4241' },
  { colour: 'pink', value: '#ca4b85' },
  { colour: 'violet', value: '#9163d5' },
  { colour: 'grey', value: '#7d8088' },
] as const;
