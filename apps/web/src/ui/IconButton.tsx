/**
 * A button that is only a line icon: its label is both its accessible name and its tooltip.
 *
 *   <IconButton glyph="edit" label={text} onClick={edit} />
 */
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps, Ref } from 'react'
import { Glyph, type GlyphName } from './Glyph.tsx'
import { Tooltip } from './Tooltip.tsx'

type Props = Omit<ActionIconProps, 'children'> &
  Omit<ComponentProps<'button'>, keyof ActionIconProps | 'children' | 'ref'> & {
    glyph: GlyphName
    label: string
    ref?: Ref<HTMLButtonElement>
  }

export function IconButton({ glyph, label, ref, ...props }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon ref={ref} aria-label={label} {...props}>
        <Glyph name={glyph} />
      </ActionIcon>
    </Tooltip>
  )
}
