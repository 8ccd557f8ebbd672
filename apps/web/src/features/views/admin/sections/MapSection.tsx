/** Where the records of a map view are, and the map's initial position. */
import { Checkbox, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../admin.module.css'
import { DraftField, OptionFlag, useOptions } from './DraftFields.tsx'
import { Section } from './Section.tsx'

/** The centre of the inhabited world, as a default. */
const firstStart = { lat: 20, lng: 0, zoom: 2 }
const bounds = { lat: [-90, 90], lng: [-180, 180], zoom: [0, 22] } as const
const parts = ['lat', 'lng', 'zoom'] as const

export function MapSection() {
  const { t } = useTranslation('viewsAdmin')
  const [{ mapStart }, setOption] = useOptions()
  return (
    <Section title={t('details.map')} keys={['mapLocationDataFieldId']}>
      <DraftField name="mapLocationDataFieldId" label={t('details.location')} isRequired />
      <OptionFlag name="showListBesideMap" label={t('details.listBeside')} />
      <Checkbox
        label={t('details.mapStart')}
        description={t('details.mapStartHelp')}
        checked={mapStart !== null}
        onChange={(event) => setOption({ mapStart: event.currentTarget.checked ? firstStart : null })}
      />
      {mapStart && (
        <div className={classes.pair}>
          {parts.map((part) => (
            <NumberInput
              key={part}
              label={t(`details.${part}`)}
              value={mapStart[part]}
              min={bounds[part][0]}
              max={bounds[part][1]}
              clampBehavior="strict"
              decimalScale={6}
              onChange={(value) =>
                typeof value === 'number' && setOption({ mapStart: { ...mapStart, [part]: value } })
              }
            />
          ))}
        </div>
      )}
    </Section>
  )
}
