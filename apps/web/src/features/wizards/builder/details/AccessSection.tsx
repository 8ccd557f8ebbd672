/** Who may run a wizard, with whose rights, and on which websites it may be shown. */
import { Radio, Switch, TagsInput } from '@mantine/core'
import { frameHostSchema, runsWithModes } from '@muster/contract/wizards/definition'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../builder.module.css'
import { Section } from '../Section.tsx'
import type { SectionProps } from './section-props.ts'

export function AccessSection({ draft, set, errors }: SectionProps) {
  const { t } = useTranslation('wizards')
  const [wrongHost, setWrongHost] = useState<string | null>(null)
  const setHosts = (hosts: string[]) => {
    const wrong = hosts.find((host) => !frameHostSchema.safeParse(host).success)
    setWrongHost(wrong ?? null)
    if (wrong === undefined) set({ allowedFrameHosts: hosts })
  }
  return (
    <Section title={t('details.access')}>
      <Switch
        label={t('details.isPublic')}
        description={t('details.isPublicHelp')}
        checked={draft.isPublic}
        onChange={(event) => set({ isPublic: event.currentTarget.checked })}
      />
      <Radio.Group
        label={t('details.runsWith')}
        description={t('details.runsWithHelp')}
        value={draft.runsWith}
        onChange={(value) =>
          set({ runsWith: runsWithModes.find((mode) => mode === value) ?? draft.runsWith })
        }
      >
        <div className={classes.options}>
          {runsWithModes.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={t(`runsWith.${mode}`)}
              description={t(`runsWithText.${mode}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {draft.isPublic && (
        <TagsInput
          label={t('details.frameHosts')}
          description={t('details.frameHostsHelp')}
          placeholder="https://www.example.org"
          value={draft.allowedFrameHosts}
          error={
            wrongHost === null ? errors.allowedFrameHosts : t('details.frameHostWrong', { host: wrongHost })
          }
          maxTags={20}
          clearable={false}
          onChange={setHosts}
        />
      )}
    </Section>
  )
}
