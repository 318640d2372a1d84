import type { ComponentType, SVGProps } from 'react'

export type IconShape = ComponentType<SVGProps<SVGSVGElement>>

/**
 * An icon beside a text or inside a labelled control: 16 px at stroke 1.8, or 20 px at 1.6; hidden from screen readers.
 */
export function Icon({
  of: Shape,
  size = 16,
  ...rest
}: { of: IconShape; size?: 16 | 20 } & SVGProps<SVGSVGElement>) {
  return (
    <Shape
      width={size}
      height={size}
      strokeWidth={size === 16 ? 1.8 : 1.6}
      aria-hidden
      focusable={false}
      {...rest}
    />
  )
}
