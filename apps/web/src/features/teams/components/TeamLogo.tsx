/** A team's square logo, or its initials. */
import { Initials } from '../../../ui/Initials.tsx'
import classes from './TeamLogo.module.css'

export function TeamLogo({
  team,
  size = 24,
}: {
  team: { name: string; squareLogo: string | null }
  size?: number
}) {
  if (!team.squareLogo) return <Initials name={team.name} size={size} />
  return <img src={team.squareLogo} alt="" width={size} height={size} className={classes.logo} />
}
