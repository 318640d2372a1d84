/**
 * Whether something on the page would be lost by leaving it: an unsaved form, an act that can still be taken back, a
 * running import. All of them object to `beforeunload`, as the browser wants it; so that event is the one list of them,
 * and asking it costs nothing and shows nothing.
 */
export function hasUnsavedChanges(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
