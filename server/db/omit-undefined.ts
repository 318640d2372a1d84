/**
 * Removes undefined fields before an insert or update: a field left out of the request keeps its value, a null empties
 * it.
 */
export const omitUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
