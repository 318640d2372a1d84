import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core'
import { type ReactNode, type Ref, useLayoutEffect } from 'react'
import { useOpenAfterMount } from './useOpenAfterMount.ts'
import type { Popup } from './usePopup.ts'

/** A menu at a button that is already rendered (`usePopup`); `children` are its items. */
export function AnchoredMenu({
  popup: { id, anchor, opened, onChange },
  children,
  ...menu
}: { popup: Popup; children: ReactNode } & Pick<MenuProps, 'width' | 'position'>) {
  return (
    <Menu id={id} opened={useOpenAfterMount(opened)} onChange={onChange} position="bottom-end" {...menu}>
      <Menu.Target>
        <Anchor element={anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** A popover for fields and buttons: the focus moves in, and back to the button on closing. */
export function AnchoredPopover({
  popup: { id, anchor, opened, onChange },
  children,
  ...popover
}: { popup: Popup; children: ReactNode } & Pick<PopoverProps, 'width' | 'position'>) {
  return (
    <Popover
      id={id}
      opened={useOpenAfterMount(opened)}
      onChange={onChange}
      trapFocus
      returnFocus
      {...popover}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}

/** Represents the button, which is rendered elsewhere; draws nothing. */
function Anchor({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }, [element, ref])
  return null
}
