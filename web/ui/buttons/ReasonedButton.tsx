import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'

/** A button that, while disabled, keeps its focus and says why (`why`); null: enabled. */
export function ReasonedButton({
  why,
  onClick,
  children,
  ...button
}: ButtonProps & { why: string | null; onClick: () => void; children: ReactNode }) {
  const reasonId = useId()
  if (why === null) {
    return (
      <Button {...button} onClick={onClick}>
        {children}
      </Button>
    )
  }
  return (
    <>
      <Tooltip label={why} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
        <Button
          {...button}
          variant="default"
          data-disabled
          aria-disabled
          aria-describedby={reasonId}
          onClick={(event) => event.preventDefault()}
        >
          {children}
        </Button>
      </Tooltip>
      <VisuallyHidden id={reasonId}>{why}</VisuallyHidden>
    </>
  )
}
