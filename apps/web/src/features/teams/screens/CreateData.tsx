/** /createdata: creates a record anywhere: choose a team, a collection, then fill in the form. */
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setLanguage } from '../../../lib/i18n.ts'
import { storedTeamId } from '../../../lib/storage.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { activeTeams, useSignedIn } from '../../auth/public.ts'
import { TeamLogo } from '../components/TeamLogo.tsx'
import { collectionsQuery, languageIn } from '../selected-team.ts'
import classes from './CreateData.module.css'

export function CreateData() {
  const { t } = useTranslation(['teams'])
  const { compare } = useFormat()
  const teams = [...activeTeams(useSignedIn())].sort((a, b) => compare(a.Team.name, b.Team.name))
  const last = storedTeamId.get()
  const [chosen, setChosen] = useState<number | null>(
    teams.find(({ TeamId }) => TeamId === last)?.TeamId ?? teams[0]?.TeamId ?? null,
  )
  // On a device where no team was opened yet, in the language of the user's first team.
  const link = teams.find(({ TeamId }) => TeamId === chosen)
  const language = link && languageIn(link)
  useEffect(() => {
    if (last === null && language) void setLanguage(language)
  }, [last, language])
  return (
    <>
      <PageHeader title={t('createData.title')} glyph="plus" crumbs={[]} />
      <PageBody>
        {chosen === null ? (
          <EmptyState glyph="team" title={t('choose.none')} />
        ) : (
          <>
            {teams.length > 1 && (
              <fieldset className={classes.teams}>
                <legend className={classes.title}>{t('createData.team')}</legend>
                {teams.map(({ TeamId, Team }) => (
                  <label key={TeamId} className={classes.team}>
                    <input
                      type="radio"
                      name="team"
                      checked={TeamId === chosen}
                      onChange={() => setChosen(TeamId)}
                    />
                    <TeamLogo team={Team} size={20} />
                    {Team.name}
                  </label>
                ))}
              </fieldset>
            )}
            <Collections key={chosen} teamId={chosen} />
          </>
        )}
      </PageBody>
    </>
  )
}

function Collections({ teamId }: { teamId: number }) {
  const { t } = useTranslation(['teams'])
  const { compare } = useFormat()
  const [search, setSearch] = useState('')
  const { data, error, isError, refetch } = useQuery(collectionsQuery(teamId))
  if (isError && !data) {
    return <ErrorState error={error} title={t('dashboard.error.collections')} onRetry={refetch} />
  }
  if (!data) return <TableSkeleton columns={1} />
  const open = data.dataCollection
    .filter((one) => one.canCreate && !one.isDeleted && !one.isSmartCollection)
    .filter((one) => !one.IsInternalConfiguration && !one.IsUsedAsCustomList)
    .sort((a, b) => compare(a.name, b.name))
  const wanted = search.trim().toLocaleLowerCase()
  const shown = open.filter(({ name, pluralName }) =>
    [name, pluralName].some((text) => text.toLocaleLowerCase().includes(wanted)),
  )
  if (open.length === 0) return <EmptyState glyph="table" title={t('createData.none')} />
  return (
    <>
      <h2 className={classes.title}>{t('createData.collection')}</h2>
      <TextInput
        type="search"
        aria-label={t('createData.search')}
        placeholder={t('createData.search')}
        leftSection={<Glyph name="search" size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={classes.list}>
        {shown.map(({ id, name, icon }) => (
          <li key={id}>
            <AppLink
              href={`/team-${teamId}/data-collections/${id}/records?create=1`}
              className={classes.collection}
            >
              <Icon name={icon} />
              {name}
              <Glyph name="chevronRight" />
            </AppLink>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={classes.nothing}>{t('createData.notFound')}</p>}
    </>
  )
}
