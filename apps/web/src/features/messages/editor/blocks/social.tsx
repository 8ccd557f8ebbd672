import { Button, Select } from '@mantine/core'
import { type SocialNetwork, socialNetworks } from '@muster/contract/messages/blocks/social'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/IconButton.tsx'
import classes from '../editor.module.css'
import { useEditorContext } from '../editor-context.ts'
import { MergeTextInput } from '../MergeTextInput.tsx'
import { AlignChoice, BoxFields } from './common.tsx'
import type { BlockPartProps, BlockUi } from './definition.ts'

const names = Object.entries(socialNetworks).map(([value, label]) => ({ value, label }))

function Preview({ settings }: BlockPartProps<'social'>) {
  const { t } = useTranslation('messageEditor')
  const { look } = useEditorContext()
  const { links, align } = settings
  if (links.length === 0) return <p className={classes.empty}>{t('social.empty')}</p>
  return (
    <p
      style={{
        textAlign: align,
        color: look.linkColor,
        fontSize: look.fontSize,
        textDecoration: 'underline',
      }}
    >
      {links.map(({ network }) => socialNetworks[network]).join(' · ')}
    </p>
  )
}

function Settings({ settings, set, errorOf }: BlockPartProps<'social'>) {
  const { t } = useTranslation('messageEditor')
  const { isDisabled } = useEditorContext()
  const { links } = settings
  const unused = names.find(({ value }) => links.every(({ network }) => network !== value))
  return (
    <>
      {links.map((link, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no other identity, and the inputs hold no state
        <div key={n} className={classes.socialLink}>
          <Select
            label={t('social.network')}
            data={names}
            value={link.network}
            allowDeselect={false}
            disabled={isDisabled}
            onChange={(network) =>
              set({ links: links.with(n, { ...link, network: network as SocialNetwork }) })
            }
          />
          <MergeTextInput
            label={t('link')}
            value={link.url}
            maxLength={2000}
            isAddress
            error={errorOf(`links.${n}.url`)}
            onChange={(url) => set({ links: links.with(n, { ...link, url }) }, `links.${n}`)}
          />
          <IconButton
            glyph="trash"
            label={t('social.remove', { name: socialNetworks[link.network] })}
            disabled={isDisabled}
            onClick={() => set({ links: links.toSpliced(n, 1) })}
          />
        </div>
      ))}
      <Button
        variant="default"
        disabled={isDisabled || !unused}
        onClick={() =>
          unused && set({ links: [...links, { network: unused.value as SocialNetwork, url: '' }] })
        }
      >
        {t('social.add')}
      </Button>
      {errorOf('links') && <p className={classes.error}>{errorOf('links')}</p>}
      <AlignChoice value={settings.align} onChange={(align) => set({ align })} />
      <BoxFields settings={settings} set={set} />
    </>
  )
}

export const social: BlockUi<'social'> = { glyph: 'link', Preview, Settings }
