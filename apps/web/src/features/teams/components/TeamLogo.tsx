/** A team's square logo, or its initials on a quiet ground. */
import classes from './TeamLogo.module.css'

export function TeamLogo({
  team,
  size = 24,
}: {
  team: { name: string; squareLogo: string | null }
  size?: number
}) {
  if (team.squareLogo) {
    return <img src={team.squareLogo} alt="" width={size} height={size} className={classes.logo} />
  }
  const initials = team.name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
  return (
    <span
      className={classes.logo}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42) }}
      aria-hidden="true"
    >
      {initials.toLocaleUpperCase()}
    </span>
  )
}
