/**
 * Whether leaving the page would lose something: an unsaved form, an act that can still be undone, a running upload.
 * All of them cancel `beforeunload`, as browsers require, so dispatching that event asks them all, without showing
 * anything.
 */
export function hasUnsavedChanges(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
