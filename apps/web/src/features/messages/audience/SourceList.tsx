/** What an audience includes or leaves out: collections, views, subscribers, single people. */
import { Select } from '@mantine/core'
import type { AudienceSource } from '@muster/contract/messages/audience'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import shared from '../../../ui/shared.module.css'
import classes from './audience.module.css'
import { PeoplePicker } from './PeoplePicker.tsx'
import { sourceOf, withSource } from './sources.ts'
import { useSourceChoices, useSourceNames } from './use-sources.ts'

export function SourceList({
  title,
  none,
  addLabel,
  sources,
  onChange,
}: {
  title: string
  none: string
  addLabel: string
  sources: readonly AudienceSource[]
  /** Absent where it may only be read. */
  onChange: ((sources: AudienceSource[]) => void) | undefined
}) {
  const { t } = useTranslation(['messages', 'common'])
  const id = useId()
  const [search, setSearch] = useState('')
  const names = useSourceNames(sources)
  const choices = useSourceChoices()
  return (
    <section className={shared.stack8} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {sources.length === 0 ? (
        <p className={shared.note}>{none}</p>
      ) : (
        <ul className={classes.sources}>
          {names.map(({ key, name, note, glyph }, at) => (
            <li key={key}>
              <Glyph name={glyph} />
              <span className={shared.texts}>
                <span>{name}</span>
                <span className={shared.small}>{note}</span>
              </span>
              {onChange && (
                <IconButton
                  glyph="close"
                  label={t('messages:audience.remove', { name })}
                  onClick={() => onChange(sources.filter((_, place) => place !== at))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {onChange && (
        <>
          <Select
            label={addLabel}
            placeholder={t('messages:audience.choose')}
            searchable
            value={null}
            searchValue={search}
            onSearchChange={setSearch}
            data={choices}
            nothingFoundMessage={t('common:noResults')}
            onChange={(choice) => {
              setSearch('')
              const added = choice === null ? null : sourceOf(choice)
              if (added) onChange(withSource(sources, added))
            }}
          />
          <PeoplePicker label={t('messages:audience.people')} sources={sources} onChange={onChange} />
        </>
      )}
    </section>
  )
}
