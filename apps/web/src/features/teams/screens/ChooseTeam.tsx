/** /choose-team: the user's teams, the last opened first. */
import { Button } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../../../lib/brand.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { BrandLogo } from '../../../ui/BrandLogo.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { activeTeams, signOut, useSession } from '../../auth/public.ts'
import { TeamLogo } from '../components/TeamLogo.tsx'
import classes from './ChooseTeam.module.css'

export function ChooseTeam() {
  const { t } = useTranslation(['teams', 'shell'])
  const format = useFormat()
  const router = useRouter()
  const brand = useBrand()
  const session = useSession()
  if (session.status !== 'signedIn') return null
  const { user } = session
  const teams = [...activeTeams(user)].sort(
    (a, b) =>
      (b.lastOpened ?? '').localeCompare(a.lastOpened ?? '') || format.compare(a.Team.name, b.Team.name),
  )
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <BrandLogo brand={brand} height={26} />
        <Button
          variant="subtle"
          color="gray"
          onClick={async () => {
            await signOut()
            await router.navigate({ to: '/login' })
          }}
        >
          {t('shell:signOut')}
        </Button>
      </header>
      <main className={classes.main}>
        <h1 className={classes.title}>{t('choose.title')}</h1>
        {teams.length === 0 ? (
          <EmptyState
            glyph="team"
            title={t('choose.none')}
            text={t('choose.noneText', { email: user.email })}
            action={
              user.isSysAdmin && (
                <Button component={Link} to="/sys-admin/teams">
                  {t('shell:nav.systemAdministration')}
                </Button>
              )
            }
          />
        ) : (
          <ul className={classes.list}>
            {teams.map(({ TeamId, Team, isTeamAdmin, lastOpened }) => (
              <li key={TeamId}>
                <Link
                  to="/team-{$teamId}/dashboard"
                  params={{ teamId: String(TeamId) }}
                  className={classes.team}
                >
                  <TeamLogo team={Team} size={32} />
                  <span className={classes.names}>
                    <strong>{Team.name}</strong>
                    <span>
                      {[
                        t('choose.members', { count: Team.memberCount }),
                        isTeamAdmin ? t('choose.admin') : null,
                        lastOpened ? t('choose.opened', { when: format.relative(lastOpened) }) : null,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <Glyph name="chevronRight" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </main>
    </div>
  )
}
