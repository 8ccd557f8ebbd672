/** The "+" beside the last column: adds a field. It stays in view when the columns go beyond the right edge. */
import { ActionIcon } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { headerHeight } from '../grid/port.ts'
import classes from './AddFieldButton.module.css'

export function AddFieldButton({
  left,
  scrolled,
  onAdd,
}: {
  /** The end of the last column, in pixels. */
  left: number
  /** Called with a function that scrolls it with the columns. */
  scrolled(move: (left: number) => void): void
  onAdd(): void
}) {
  const { t } = useTranslation('records')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    scrolled((across) => button.current?.style.setProperty('--scrolled', `${across}px`))
    return () => scrolled(() => {})
  }, [scrolled])
  const label = t('grid.addField')
  return (
    <ActionIcon
      ref={button}
      className={classes.add}
      style={{ '--end': `${left}px`, '--header-height': `${headerHeight}px` } as React.CSSProperties}
      aria-label={label}
      title={label}
      onClick={onAdd}
    >
      <Glyph name="plus" size={14} />
    </ActionIcon>
  )
}
