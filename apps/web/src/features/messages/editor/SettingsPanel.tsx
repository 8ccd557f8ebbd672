/** The settings of the selected block, or of the whole design. */
import { Select } from '@mantine/core'
import { isWarning } from '@muster/contract/messages/blocks/definition'
import {
  type AnyBlock,
  type DesignSettings,
  type MessageDesign,
  type MessageFont,
  messageFonts,
} from '@muster/contract/messages/design'
import { useTranslation } from 'react-i18next'
import { FormStack } from '../../../ui/FormField.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ColorField, NumberField, SwitchField } from './blocks/common.tsx'
import { blockUi } from './blocks/index.ts'
import classes from './editor.module.css'
import { useEditorContext } from './editor-context.ts'

export function SettingsPanel({
  design,
  block,
  onClose,
  onSet,
  onLook,
}: {
  design: MessageDesign
  block: AnyBlock | undefined
  onClose: () => void
  onSet: (id: string, change: object, of?: string) => void
  onLook: (change: Partial<DesignSettings>, of?: string) => void
}) {
  const { t } = useTranslation('messageEditor')
  const title = block ? t(`blocks.${block.type}`) : t('look.title')
  return (
    <aside className={classes.panel} aria-label={t('panel')}>
      <div className={classes.panelHead}>
        <h2>{title}</h2>
        {block && <IconButton glyph="close" label={t('look.show')} onClick={onClose} />}
      </div>
      <FormStack>
        {block ? (
          <BlockPanel key={block.id} block={block} onSet={onSet} />
        ) : (
          <LookPanel look={design.settings} onLook={onLook} />
        )}
      </FormStack>
    </aside>
  )
}

function BlockPanel({
  block,
  onSet,
}: {
  block: AnyBlock
  onSet: (id: string, change: object, of?: string) => void
}) {
  const { t } = useTranslation('messageEditor')
  const { problems } = useEditorContext()
  const own = problems.filter(({ blockId }) => blockId === block.id)
  const { Settings } = blockUi(block.type)
  const textOf = (found: (typeof own)[number]) => t(`problems.${found.code}`, { ...found.params })
  const errorOf = (path: string) => {
    const found = own.find((one) => one.path === path && !isWarning(one.code))
    return found && textOf(found)
  }
  const warnings = own.filter(
    ({ code }) => isWarning(code) || code.startsWith('merge') || code === 'liquid_syntax',
  )
  return (
    <>
      {warnings.length > 0 && (
        <ul className={classes.warnings}>
          {warnings.map((found) => (
            <li key={JSON.stringify(found)}>{textOf(found)}</li>
          ))}
        </ul>
      )}
      <Settings
        settings={block.settings as never}
        set={(change, of) => onSet(block.id, change, of)}
        errorOf={errorOf}
      />
    </>
  )
}

const fontNames: Record<MessageFont, string | null> = {
  arial: 'Arial',
  georgia: 'Georgia',
  helvetica: 'Helvetica',
  system: null,
  tahoma: 'Tahoma',
  times: 'Times New Roman',
  trebuchet: 'Trebuchet MS',
  verdana: 'Verdana',
}

function LookPanel({
  look,
  onLook,
}: {
  look: DesignSettings
  onLook: (change: Partial<DesignSettings>, of?: string) => void
}) {
  const { t } = useTranslation('messageEditor')
  const { isDisabled } = useEditorContext()
  const colors = [
    ['backgroundColor', t('look.background')],
    ['contentColor', t('look.content')],
    ['textColor', t('color.text')],
    ['linkColor', t('color.link')],
    ['buttonColor', t('color.button')],
    ['buttonTextColor', t('look.buttonText')],
  ] as const
  const numbers = [
    ['width', t('look.width'), 320, 900],
    ['fontSize', t('look.fontSize'), 12, 24],
    ['radius', t('look.radius'), 0, 32],
  ] as const
  return (
    <>
      <Select
        label={t('look.font')}
        data={messageFonts.map((value) => ({ value, label: fontNames[value] ?? t('look.systemFont') }))}
        value={look.font}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(font) => onLook({ font: font as MessageFont })}
      />
      {numbers.map(([key, label, min, max]) => (
        <NumberField
          key={key}
          label={label}
          value={look[key]}
          min={min}
          max={max}
          onChange={(value) => value !== null && onLook({ [key]: value }, key)}
        />
      ))}
      {colors.map(([key, label]) => (
        <ColorField
          key={key}
          label={label}
          value={look[key]}
          onChange={(value) => value !== null && onLook({ [key]: value }, key)}
        />
      ))}
      <SwitchField
        label={t('look.darkMode')}
        help={t('look.darkModeHelp')}
        value={look.hasDarkMode}
        onChange={(hasDarkMode) => onLook({ hasDarkMode })}
      />
    </>
  )
}
