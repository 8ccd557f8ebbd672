/** A person's or a thing's initials on a muted background: a picture, so not read out or searched as text. */
import classes from './Initials.module.css'

export function Initials({ name, size = 24, isRound }: { name: string; size?: number; isRound?: boolean }) {
  const letters = name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
  return (
    <span
      className={classes.initials}
      data-letters={letters.toLocaleUpperCase()}
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.42),
        borderRadius: isRound ? '50%' : undefined,
      }}
      aria-hidden="true"
    />
  )
}
