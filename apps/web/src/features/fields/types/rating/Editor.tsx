import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { fieldTitle } from '../../titles.ts'
import type { EditorProps } from '../definition.ts'
import { Star, starsOf } from './Cell.tsx'
import classes from './Rating.module.css'
import type { RatingSettings } from './Settings.tsx'

export const inputs = 'one'

/** A radio group of stars: arrows, Home and End as in any, digits set them, 0 and Delete clear. */
export function Editor(props: EditorProps<number, RatingSettings>) {
  const { id, value, field, context, label, isReadOnly, isRequired, isCompact, autoFocus } = props
  const { max } = field.settings
  const group = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const focus = (stars: number) =>
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[stars - 1]?.focus()
  // A field may have had more stars when the value was set.
  const current = value === null ? 1 : Math.min(value, max)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the editor opens
  useEffect(() => {
    if (autoFocus) focus(current)
  }, [])

  const set = (stars: number) => {
    props.onChange(stars)
    focus(stars)
  }
  const canClear = value !== null && !isRequired && !isReadOnly
  const clear = () => {
    props.onChange(null)
    focus(1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const action = isReadOnly ? undefined : actionFor(event.key)
    if (action) {
      event.preventDefault()
      event.stopPropagation()
      action()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      props.onCommit()
    } else if (event.key === 'Escape') props.onCancel()
  }
  const actionFor = (key: string): (() => void) | undefined => {
    if (key === 'ArrowRight' || key === 'ArrowDown')
      return () => set(value === null || current === max ? 1 : current + 1)
    if (key === 'ArrowLeft' || key === 'ArrowUp')
      return () => set(value === null || current === 1 ? max : current - 1)
    if (key === 'Home') return () => set(1)
    if (key === 'End') return () => set(max)
    if (/^[1-9]$/.test(key) && Number(key) <= max)
      return () => {
        set(Number(key))
        if (isCompact) props.onCommit()
      }
    return canClear && ['0', 'Delete', 'Backspace'].includes(key) ? clear : undefined
  }

  const title = label ?? fieldTitle(field, context.format.language)
  return (
    <div className={classes.editor} data-compact={isCompact || undefined}>
      <div
        ref={group}
        id={id}
        role="radiogroup"
        aria-label={title}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        aria-required={isRequired || undefined}
        aria-readonly={isReadOnly || undefined}
        className={classes.group}
        onKeyDown={onKeyDown}
        onMouseLeave={() => setHovered(null)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur()
        }}
      >
        {starsOf(max).map((stars) => (
          // biome-ignore lint/a11y/useSemanticElements: arrows of native radio buttons would not move the stars
          <button
            key={stars}
            type="button"
            role="radio"
            className={classes.button}
            aria-checked={stars === value}
            aria-label={context.t('dataTypes:rating.stars', { count: stars, max })}
            tabIndex={stars === current ? 0 : -1}
            disabled={isReadOnly}
            onMouseEnter={() => setHovered(stars)}
            onClick={() => {
              set(stars)
              if (isCompact) props.onCommit()
            }}
          >
            <Star isFull={stars <= (hovered ?? value ?? 0)} size={isCompact ? 16 : 20} />
          </button>
        ))}
      </div>
      {canClear && !isCompact && (
        <IconButton
          glyph="close"
          size="sm"
          label={context.t('fields:boolean.clear', { title })}
          onClick={clear}
        />
      )}
    </div>
  )
}
