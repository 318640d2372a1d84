/** The fields that were sent: what a request leaves out stays as it is, what it sends as null is emptied. */
export const omitUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
