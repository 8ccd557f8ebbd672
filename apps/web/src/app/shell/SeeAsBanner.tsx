/** Says as whom a team admin sees the team, above everything else, with the way back. */
import { Button } from '@mantine/core'
import type { UserTeamData } from '@muster/contract/teams/teams.schema'
import { useTranslation } from 'react-i18next'
import { activeTeam, useSession, useStopSeeingAs } from '../../features/auth/public.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import classes from './SeeAsBanner.module.css'

export function SeeAsBanner({ teamId }: { teamId: number | null }) {
  const session = useSession()
  const link = session.status === 'signedIn' && teamId !== null ? activeTeam(session.user, teamId) : undefined
  if (!link?.seenAs) return null
  return <Banner teamId={link.TeamId} seenAs={link.seenAs} />
}

function Banner({ teamId, seenAs }: { teamId: number; seenAs: NonNullable<UserTeamData['seenAs']> }) {
  const { t } = useTranslation(['auth', 'roles'])
  const stop = useStopSeeingAs(teamId)
  const name = seenAs.isMember ? t('roles:list.member') : seenAs.name
  return (
    <section className={classes.banner} aria-label={t('seeAs.label')}>
      <Glyph name="eye" size={16} />
      <p>{t(seenAs.userRoleId === null ? 'seeAs.asUser' : 'seeAs.asRole', { name })}</p>
      <Button size="compact-xs" variant="default" onClick={stop}>
        {t('seeAs.stop')}
      </Button>
    </section>
  )
}
