/** Filters of the tasks: assignee, project, search. */
import { Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import type { Place } from '../data/use-projects.ts'
import { type Grouping, groupings, type ProjectsView } from '../url-state.ts'
import classes from './Tools.module.css'

const typingMs = 200

export function Tools({
  place,
  view,
  onShow,
}: {
  place: Place
  view: ProjectsView
  onShow(change: Partial<ProjectsView>): void
}) {
  const { t } = useTranslation(['projects'])
  const isList = view.view === 'list'
  const isOverview = view.view === 'overview'
  return (
    <div className={classes.tools}>
      <Search value={view.search} onChange={(search) => onShow({ search })} />
      {!isOverview && (
        <Select
          size="xs"
          w={200}
          clearable
          searchable
          aria-label={t('tools.project')}
          placeholder={t('tools.allProjects')}
          nothingFoundMessage={t('overview.noneFound')}
          data={[...place.projectNames].map(([id, name]) => ({
            value: String(id),
            label: name || t('unnamed'),
          }))}
          value={view.projectId === null ? null : String(view.projectId)}
          onChange={(id) => onShow({ projectId: id === null ? null : Number(id) })}
        />
      )}
      <Checkbox
        size="xs"
        label={isOverview ? t('tools.myProjects') : t('tools.mine')}
        checked={view.isMine}
        onChange={(event) => onShow({ isMine: event.currentTarget.checked })}
      />
      {isList && (
        <>
          <Checkbox
            size="xs"
            label={t('tools.done')}
            checked={view.hasDone}
            onChange={(event) => onShow({ hasDone: event.currentTarget.checked })}
          />
          <SegmentedControl
            size="xs"
            className={classes.group}
            aria-label={t('tools.group')}
            data={groupings.map((value) => ({ value, label: t(`tools.by.${value}`) }))}
            value={view.group}
            onChange={(group) => onShow({ group: group as Grouping })}
          />
        </>
      )}
    </div>
  )
}

function Search({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation(['projects'])
  const [text, setText] = useState(value)
  const reportSearch = useDebouncedCallback(onChange, typingMs)
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      size="xs"
      className={classes.search}
      type="search"
      aria-label={t('tools.search')}
      placeholder={t('tools.search')}
      leftSection={<Glyph name="search" size={14} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        reportSearch(event.currentTarget.value.trim())
      }}
    />
  )
}
