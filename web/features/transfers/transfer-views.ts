/** The usual views of the movements by state; an empty state: all. */
export const transferViews = [
  { name: 'Da abbinare', state: 'to_match,partly' },
  { name: 'Da spiegare', state: 'to_explain' },
  { name: 'Abbinati', state: 'matched,credited,flow' },
  { name: 'Esclusi', state: 'excluded' },
  { name: 'Tutti', state: '' },
] as const
