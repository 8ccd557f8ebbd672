import type { CellProps } from '../definition.ts'
import classes from './Rating.module.css'
import type { RatingSettings } from './Settings.tsx'
import { gold, starCorners } from './star.ts'

const corners = starCorners.map((corner) => corner.map((part) => part.toFixed(2)).join()).join(' ')

// In a style sheet the build would replace `light-dark()` by code that needs a declaration of its own.
const fullStyle = { color: `light-dark(${gold.light}, ${gold.dark})` }

/** 1 to `max`. */
export const starsOf = (max: number): number[] => Array.from({ length: max }, (_, at) => at + 1)

export function Star({ isFull, size }: { isFull: boolean; size: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={classes.star}
      data-full={isFull || undefined}
      style={isFull ? fullStyle : undefined}
      aria-hidden="true"
    >
      <polygon points={corners} />
    </svg>
  )
}

export function Cell({ value, field, context }: CellProps<number, RatingSettings>) {
  const { max } = field.settings
  return (
    <span
      role="img"
      className={classes.stars}
      aria-label={context.t('dataTypes:rating.stars', { count: value, max })}
    >
      {starsOf(max).map((star) => (
        <Star key={star} isFull={star <= value} size={15} />
      ))}
    </span>
  )
}
