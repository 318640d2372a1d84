const forms = new Set<object>()

/** Whether some form on the page holds what nobody has saved. */
export const hasUnsaved = () => forms.size > 0

/** Counts a form as unsaved until the returned function is called. */
export function markUnsaved() {
  const form = {}
  forms.add(form)
  return () => {
    forms.delete(form)
  }
}
