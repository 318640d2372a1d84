import { Component, type ReactNode } from 'react'
import { asApiError } from '../link-api.ts'
import { LoadFailure } from './LoadFailure.tsx'

/**
 * Catches what a page throws while it draws (an answer that is not what it should be, a part that did not arrive), and says
 * so with the administrator's contacts, if they were on screen before. A class, because nothing else can catch.
 */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error === null ? (
      this.props.children
    ) : (
      <LoadFailure error={asApiError(error)} again={() => location.reload()} />
    )
  }
}
