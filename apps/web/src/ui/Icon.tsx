/**
 * An icon that somebody chose, by its stored name: 'fas fa-user', 'far fa-star', 'fad fa-house'.
 * Two-tone (fad) is the solid glyph drawn pale with its outline (or its lower half) on top. An unknown name
 * is drawn as a neutral ring. Decorative unless it gets a label.
 *
 *   <Icon name={collection.icon} />   <Icon name="fas fa-flag" size={20} label={text} />
 */

import classes from './Icon.module.css'
import { drawn, useIconIndex } from './icon-glyphs.ts'

export function Icon({
  name,
  size = 14,
  label,
  className,
}: {
  name: string | null | undefined
  size?: number
  label?: string
  className?: string
}) {
  const index = useIconIndex()
  const icon = index && name ? drawn(name, index) : null
  const isUnknown = !icon && (index !== null || !name)
  return (
    <span
      className={[classes.icon, className].filter(Boolean).join(' ')}
      style={{ fontSize: size, width: Math.round(size * 1.25), height: Math.round(size * 1.25) }}
      data-style={icon?.style ?? (isUnknown ? 'unknown' : undefined)}
      data-glyph={icon?.glyph}
      data-outline={icon?.style === 'fad' && icon.hasOutline ? '' : undefined}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
